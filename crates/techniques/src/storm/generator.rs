//! The sequence of instances of a seed.

use quis_smtlib::Script;

use super::epoch::{Epoch, Material, instances};
use super::fragments::Fragments;
use super::grafts::Grafts;
use super::header::Header;
use super::instance::Maker;
#[cfg(debug_assertions)]
use super::parameters::Ask;
use super::parameters::{Incremental, Storm, Truths};
use super::reference::Reference;
use super::render::Renderer;
use super::requests;
use crate::assignment::Mined;
use crate::case::TestCase;
#[cfg(debug_assertions)]
use crate::confirm::{Doubt, confirm};
use crate::stream::Stream;
use crate::technique::Reply;

/// So often an instance is begun anew that could not be finished.
const PATIENCE: u64 = 8;

/// Makes the instances of a seed, one after the other.
pub(super) struct Generator {
    storm: Storm,
    material: Material,
    stream: Stream,
    renderer: Renderer,
    /// The number of the next instance.
    next: u64,
    /// How many instances an epoch has.
    length: u64,
    epoch: Option<(u64, Epoch)>,
}

impl Material {
    /// What a seed gives; none if it has no predicate.
    pub(super) fn of(storm: Storm, seed: &Script, replies: &[Reply], stream: &Stream) -> Option<Material> {
        let mut script = seed.clone();
        let header = Header::of(seed, storm.keep)?;
        let fragments = Fragments::of(&mut script, &header, storm.depth);
        if fragments.predicates.is_empty() {
            return None;
        }
        let grafts = Grafts::of(&script, &fragments);
        let mined = Mined::new(&script);
        let models = requests::models(seed, storm, replies, stream);
        // From now on it stands for what instances have in common: that is what witnesses are about.
        script.commands.clone_from(&header.commands);
        let mut material = Material { script, header, fragments, grafts, mined, models, reference: None };
        if storm.ask == super::Ask::All {
            material.reference = Some(Reference::of(&material, seed, storm, replies, stream));
        }
        Some(material)
    }
}

impl Generator {
    pub(super) fn new(storm: Storm, seed: &Script, replies: &[Reply], stream: Stream) -> Option<Generator> {
        let material = Material::of(storm, seed, replies, &stream)?;
        let length = instances(storm, material.fragments.predicates.len()) as u64;
        let renderer = Renderer::new(fresh_prefix(&material.script));
        Some(Generator { storm, material, stream, renderer, next: 0, length, epoch: None })
    }

    /// The instance with the next number; none if the seed gives none.
    fn make(&mut self) -> Option<TestCase> {
        let (number, at) = (self.next / self.length, self.next % self.length);
        self.next += 1;
        if self.epoch.as_ref().is_none_or(|(known, _)| *known != number) {
            self.epoch = Some((number, Epoch::new(&self.material, self.storm, number, &self.stream)));
        }
        let (_, epoch) = self.epoch.as_mut()?;
        let stream = self.stream.nth(number).nth(at);
        let mut maker =
            Maker { storm: self.storm, header: &self.material.header, epoch, renderer: &mut self.renderer };
        (0..PATIENCE).find_map(|attempt| maker.make(&mut stream.nth(attempt)))
    }
}

impl Maker<'_> {
    /// An instance of the kind that is asked for.
    fn make(&mut self, stream: &mut Stream) -> Option<TestCase> {
        let incremental = match self.storm.incremental {
            Incremental::Some => stream.chance(1, 4),
            Incremental::No => false,
            Incremental::Yes => true,
        };
        let unsatisfiable = match self.storm.truth {
            Truths::Both => stream.chance(1, 4) || self.epoch.usable == 0,
            Truths::Sat => false,
            Truths::Unsat => true,
        };
        if incremental && self.epoch.usable != 0 {
            self.incremental(stream)
        } else if unsatisfiable {
            self.unsatisfiable(stream)
        } else {
            self.satisfiable(stream)
        }
    }
}

impl Iterator for Generator {
    type Item = TestCase;

    fn next(&mut self) -> Option<TestCase> {
        let case = self.make()?;
        #[cfg(debug_assertions)]
        if let Err(doubt) = confirm(&case) {
            // What a reference solver says of a quantifier is not known here.
            let referred = self.storm.ask == Ask::All && matches!(doubt, Doubt::Open { .. });
            debug_assert!(referred, "{doubt}\n{}", case.text);
        }
        Some(case)
    }

    /// Instances do not depend on those before them.
    fn nth(&mut self, n: usize) -> Option<TestCase> {
        self.next = self.next.saturating_add(n as u64);
        self.next()
    }
}

/// A beginning of names that no name of the script has.
fn fresh_prefix(script: &Script) -> String {
    let store = &script.store;
    let mut prefix = String::from("?q");
    while store.names_of_script().any(|name| store.text(name).starts_with(&prefix)) {
        prefix.push('q');
    }
    prefix
}
