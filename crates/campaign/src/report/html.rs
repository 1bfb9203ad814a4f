//! One page that needs nothing else: no network, and no script to be read.

use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Output, State, UndefinedBehavior, context, escape_formatter};
use serde::Serialize;

use super::ReportError;
use super::data::Report;
use super::finding_view::Room;
use super::view::ReportView;
use super::wording::{code_spans, visible};

/// A thousand findings must not make a page that no browser opens.
const ROOM: Room = Room { case: 64_000, evidence: 16_000 };

/// If there are so few findings, the first is open from the start.
const FEW: usize = 5;

/// The report as one HTML page.
///
/// # Errors
/// If it cannot be written, which is a fault of Quis.
pub fn html(report: &Report) -> Result<String, ReportError> {
    let report = report.arranged();
    let mut environment = environment();
    environment.add_template("report.html", include_str!("templates/report.html"))?;
    Ok(environment.get_template("report.html")?.render(context! {
        report => ReportView::new(&report, ROOM),
        open_first => report.findings.len() <= FEW,
        style => style(),
        script => script(),
    })?)
}

/// A page of others, which looks and works like ours: the template sees what it is about as `page`, and `style` and `script`. All texts are
/// escaped.
///
/// ```
/// let page = quis_campaign::report::page("<p>{{ page.title }}</p>", &serde_json::json!({ "title": "a < b" }))?;
/// assert_eq!(page, "<p>a &lt; b</p>");
/// # Ok::<(), quis_campaign::report::ReportError>(())
/// ```
///
/// # Errors
/// If the template asks for what is not there.
pub fn page(template: &str, page: &impl Serialize) -> Result<String, ReportError> {
    let page = Value::from_serialize(page);
    Ok(environment().render_str(template, context! { page, style => style(), script => script() })?)
}

/// Where pages are made: every text is escaped.
pub(crate) fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(format_visibly);
    environment.add_filter("prose", prose);
    environment
}

/// How pages look.
pub(crate) fn style() -> Value {
    Value::from_safe_string(include_str!("templates/report.css").to_owned())
}

/// How they work, where scripts run.
fn script() -> Value {
    Value::from_safe_string(include_str!("templates/report.js").to_owned())
}

/// Escapes every text, after what cannot be seen in it was made visible.
fn format_visibly(
    out: &mut Output<'_>,
    state: &State<'_, '_>,
    value: &Value,
) -> Result<(), minijinja::Error> {
    match value.as_str() {
        Some(text) if !value.is_safe() => escape_formatter(out, state, &Value::from(&*visible(text))),
        _ => escape_formatter(out, state, value),
    }
}

/// A text of others in which code stands between backticks.
fn prose(text: &str) -> Value {
    let mut shown = String::new();
    for (part, is_code) in code_spans(&visible(text)) {
        let part = minijinja::HtmlEscape(part);
        if is_code {
            shown.push_str(&format!("<code>{part}</code>"));
        } else {
            shown.push_str(&part.to_string());
        }
    }
    Value::from_safe_string(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_escaped_in_and_out_of_code() {
        let shown = prose("`<b>` & <i>\0").to_string();
        assert_eq!(shown, "<code>&lt;b&gt;</code> &amp; &lt;i&gt;␀");
    }
}
