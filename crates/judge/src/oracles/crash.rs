//! The solver died, or found itself at fault. Limits and missing features are no crashes.

use crate::complaint::{Matter, matter, said};
use crate::context::Context;
use crate::fingerprint;
use crate::verdict::{Kind, Verdict};

/// So much of what was printed is kept as evidence, in characters.
const EVIDENCE: usize = 2000;

pub(super) fn rule(context: &mut Context<'_>, verdicts: &mut Vec<Verdict>) {
    for at in 0..context.seen.len() {
        let seen = &context.seen[at];
        let Matter::Crash { what, site } = matter(seen, context.settings) else { continue };
        let text = said(seen.observation);
        let text = text.trim();
        let end = text.char_indices().nth(EVIDENCE).map_or(text.len(), |(end, _)| end);
        verdicts.push(Verdict {
            kind: Kind::Crash,
            solver: seen.observation.solver.clone(),
            // The check at which it died, if one is unanswered.
            check: seen.observation.replies.iter().position(|reply| reply.answer.is_none()),
            expected: "an answer".to_owned(),
            evidence: if text.is_empty() { what.clone() } else { text[..end].to_owned() },
            actual: what,
            fingerprint: fingerprint::of_text(Kind::Crash, &seen.facts.id.family, &site),
            witness: None,
        });
    }
}
