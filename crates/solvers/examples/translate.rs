//! Shows scripts as a release reads them: `translate SOLVER VERSION FILE…` writes `FILE.SOLVER` beside each file, or says what is in the
//! way.

#![allow(clippy::print_stdout, reason = "an example")]

use quis_solvers::{Table, Version};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (name, version) = arguments.next().zip(arguments.next()).ok_or("which solver, which version?")?;
    let profile = Table::ours().profile(&name, Version::parse(&version).as_ref()).ok_or("no such solver")?;
    let dialect = profile.dialect();
    let (mut same, mut changed, mut refused, mut bytes) = (0, 0, 0, 0);
    let mut time = std::time::Duration::ZERO;
    for file in arguments {
        let text = String::from_utf8_lossy(&std::fs::read(&file)?).into_owned();
        let started = std::time::Instant::now();
        let translated = dialect.translate(&text);
        time += started.elapsed();
        bytes += text.len();
        match translated {
            Some(translated) => {
                let unchanged = matches!(translated, std::borrow::Cow::Borrowed(_));
                *(if unchanged { &mut same } else { &mut changed }) += 1;
                std::fs::write(format!("{file}.{name}"), translated.as_bytes())?;
            }
            None => {
                refused += 1;
                println!("{file}: {}", dialect.obstacle(&text).unwrap_or_default());
            }
        }
    }
    println!("{same} as they are, {changed} changed, {refused} refused; {bytes} bytes in {time:?}");
    Ok(())
}
