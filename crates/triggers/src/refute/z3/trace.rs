//! The trace of Z3: what it makes and does, a line for each.
//!
//! ```text
//! [mk-app] #58 u
//! [mk-app] #64 Int
//! [attach-meaning] #64 arith (- 7)
//! [mk-quant] #45 F0 2 #33 #44
//! [attach-var-names] #45 (|n| ; |Int|) (|x| ; |U|)
//! [new-match] 0x36ed0828 #45 #33 #64 #58 ; #65
//! [inst-discovered] MBQI 0x36ed0840 #45 #64 #58
//! [instance] 0x36ed0828 ; 1
//! ```
//!
//! The last variable comes first, among the names as well as among the values. A match is instantiated only if a line says so, which has the
//! number of the match. All numbers are used again for other things later, so that they are looked up at once. Releases before 4.8.5 do not
//! name the variables, nor give the values of numerals: for them there are no instances.

use std::ops::Range;

use hashbrown::{HashMap, HashSet};
use quis_smtlib::{Function, Term};
use rustc_hash::FxBuildHasher;

use super::terms::{Terms, of_datatypes};
use crate::problem::Instance;
use crate::refute::Reading;
use crate::refute::names::{Names, Quantifier};

/// How a trace is asked for. It goes where no answer does. On the command line, Z3 5.0.0 takes the second for the name of a file.
pub(in crate::refute) const TRACE: &str =
    "(set-option :trace_file_name \"/dev/stderr\")\n(set-option :trace true)\n";

/// What was read.
#[derive(Debug, Default)]
pub(in crate::refute) struct Found {
    pub(in crate::refute) instances: Vec<Instance>,
    /// Whether some value could not be read, or nothing at all.
    pub(in crate::refute) lacks: bool,
    /// Whether as many were read as are wanted.
    pub(in crate::refute) is_full: bool,
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Application,
    Quantifier,
    /// What no value has: a bound variable, a function without a name.
    Other,
}

/// An expression of Z3.
#[derive(Clone, Debug)]
pub(super) struct Node<'t> {
    pub(super) kind: Kind,
    /// Of the function, or of the quantifier.
    pub(super) name: &'t str,
    /// Which value it is, for numerals; the variables of a quantifier.
    pub(super) meaning: &'t str,
    args: Range<u32>,
}

/// A quantifier with values for its variables, in the order of their names.
#[derive(Clone, Debug)]
struct Match {
    quantifier: u32,
    values: Range<u32>,
}

/// The part of a trace that tells of instances. Arguments come before what they are arguments of.
#[derive(Debug, Default)]
pub(super) struct Trace<'t> {
    pub(super) nodes: Vec<Node<'t>>,
    /// The arguments of all nodes and the values of all matches: numbers of nodes.
    pool: Vec<u32>,
    /// For each number of Z3, the newest node that has it.
    numbered: Vec<Option<u32>>,
    /// The same for what is no plain number: datatype#3
    named: HashMap<&'t str, u32, FxBuildHasher>,
    /// The newest match of each number.
    matches: HashMap<&'t str, Match, FxBuildHasher>,
    instances: Vec<Match>,
}

impl<'t> Trace<'t> {
    /// Reads a trace until it has so many instances.
    fn read(text: &'t str, most: usize) -> Trace<'t> {
        let mut trace = Trace::default();
        let mut seen: HashSet<(u32, Box<[u32]>), FxBuildHasher> = HashSet::default();
        // Z3 may have been ended in the middle of a line.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for line in whole.lines() {
            if let Some(made) = trace.line(line)
                && seen.insert((made.quantifier, trace.pooled(&made.values).into()))
            {
                trace.instances.push(made);
                if trace.instances.len() >= most {
                    break;
                }
            }
        }
        trace
    }

    /// Reads a line. The result is an instance, if it tells of one.
    fn line(&mut self, line: &'t str) -> Option<Match> {
        let (what, rest) = line.strip_prefix('[')?.split_once("] ")?;
        match what {
            "mk-app" => {
                let (id, rest) = rest.split_once(' ')?;
                let (name, args) = self.application(rest)?;
                self.add(id, Node { kind: Kind::Application, name, meaning: "", args })?;
            }
            // match: #45 F0 2 #33 #44
            "mk-quant" => {
                let (id, rest) = rest.split_once(' ')?;
                let name = rest.split(' ').next()?;
                self.add(id, Node { kind: Kind::Quantifier, name, meaning: "", args: 0..0 })?;
            }
            "mk-var" | "mk-lambda" => {
                let id = rest.split(' ').next()?;
                self.add(id, Node { kind: Kind::Other, name: "", meaning: "", args: 0..0 })?;
            }
            "attach-var-names" => {
                let (id, names) = rest.split_once(' ')?;
                self.node_mut(id)?.meaning = names;
            }
            // match: #64 arith (- 7)
            "attach-meaning" => {
                let (id, rest) = rest.split_once(' ')?;
                let (_, meaning) = rest.split_once(' ')?;
                self.node_mut(id)?.meaning = meaning;
            }
            // match: 0x36ed0828 #45 #33 #64 #58 ; #65
            "new-match" => {
                let mut words = rest.split(' ');
                let (number, quantifier, _) = (words.next()?, words.next()?, words.next()?);
                self.add_match(number, quantifier, words);
            }
            // match: MBQI 0x36ed0840 #45 #64 #58
            "inst-discovered" => {
                let mut words = rest.strip_prefix("MBQI ")?.split(' ');
                let (number, quantifier) = (words.next()?, words.next()?);
                self.add_match(number, quantifier, words);
            }
            // The same match may be instantiated again when Z3 has gone back.
            "instance" => return self.matches.get(rest.split(' ').next()?).cloned(),
            _ => {}
        }
        None
    }

    /// match: f #1 datatype#2
    ///
    /// Names may have spaces: what stands last are the arguments, and something is left for the name.
    fn application(&mut self, text: &'t str) -> Option<(&'t str, Range<u32>)> {
        let start = self.pool.len();
        let mut end = text.len();
        while let Some(space) = text[..end].rfind(' ')
            && let Some(node) = self.find(&text[space + 1..end])
        {
            self.pool.push(node);
            end = space;
        }
        self.pool[start..].reverse();
        Some((&text[..end], self.since(start)?))
    }

    fn add_match<'w>(&mut self, number: &'t str, quantifier: &str, words: impl Iterator<Item = &'w str>) {
        let start = self.pool.len();
        let mut is_known = true;
        for word in words.take_while(|word| *word != ";") {
            match self.find(word) {
                Some(node) => self.pool.push(node),
                None => is_known = false,
            }
        }
        // Whatever had the number before has it no longer.
        match (self.find(quantifier), self.since(start)) {
            (Some(quantifier), Some(values)) if is_known => {
                self.matches.insert(number, Match { quantifier, values })
            }
            _ => self.matches.remove(number),
        };
    }

    /// What was added to the pool.
    fn since(&self, start: usize) -> Option<Range<u32>> {
        Some(u32::try_from(start).ok()?..u32::try_from(self.pool.len()).ok()?)
    }

    fn pooled(&self, range: &Range<u32>) -> &[u32] {
        self.pool.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    /// The arguments of a node.
    pub(super) fn args(&self, node: &Node<'t>) -> &[u32] {
        self.pooled(&node.args)
    }

    /// The newest node with a number: #12, datatype#3
    fn find(&self, id: &str) -> Option<u32> {
        let number = id.strip_prefix('#').and_then(|digits| digits.parse::<usize>().ok());
        let numbered = number.and_then(|number| self.numbered.get(number).copied().flatten());
        numbered.or_else(|| self.named.get(id).copied())
    }

    fn add(&mut self, id: &'t str, node: Node<'t>) -> Option<()> {
        let new = u32::try_from(self.nodes.len()).ok()?;
        let number = id.strip_prefix('#').and_then(|digits| digits.parse::<usize>().ok());
        // Numbers are dense; any other would take memory for nothing.
        match number.filter(|number| *number <= 4 * self.nodes.len() + 1024) {
            Some(number) => {
                if number >= self.numbered.len() {
                    self.numbered.resize(number + 1, None);
                }
                self.numbered[number] = Some(new);
            }
            None => {
                self.named.insert(id, new);
            }
        }
        self.nodes.push(node);
        Some(())
    }

    fn node_mut(&mut self, id: &str) -> Option<&mut Node<'t>> {
        let node = self.find(id)?;
        self.nodes.get_mut(node as usize)
    }

    /// Whether the trace names the variables of a quantifier: otherwise nothing is known of their order.
    fn has_names(&self, number: u32) -> bool {
        self.nodes.get(number as usize).is_some_and(|node| !node.meaning.is_empty())
    }

    /// The formula of a quantifier.
    fn quantifier(&self, names: &Names, number: u32) -> Option<Quantifier> {
        let node = self.nodes.get(number as usize).filter(|node| node.kind == Kind::Quantifier)?;
        let bound = variables(node.meaning);
        (!bound.is_empty()).then(|| names.by_qid_and_variables(node.name, &bound))?
    }
}

/// match: (|n| ; |Int|) (|x| ; |U|), result: n, x
fn variables(text: &str) -> Vec<&str> {
    let names = text.split("(|").skip(1);
    names.filter_map(|rest| rest.split_once("| ; ").map(|(name, _)| name)).collect()
}

/// The instances of a trace.
pub(in crate::refute) fn instances(reading: Reading<'_>, text: &str) -> Found {
    let Reading { problem, names, setting, most } = reading;
    let trace = Trace::read(text, most);
    let mut quantifiers: HashMap<u32, Option<Quantifier>, FxBuildHasher> = HashMap::default();
    let mut chosen: Vec<(usize, Vec<(usize, u32)>)> = Vec::new();
    let mut lacks = trace.nodes.is_empty();
    for made in &trace.instances {
        let known = quantifiers.entry(made.quantifier).or_insert_with(|| {
            lacks |= !trace.has_names(made.quantifier);
            trace.quantifier(names, made.quantifier)
        });
        let Some(known) = known else { continue };
        let values = known.positions.iter().zip(trace.pooled(&made.values));
        let values = values.filter_map(|(position, node)| Some(((*position)?, *node))).collect();
        chosen.push((known.formula, values));
    }
    let roots = chosen.iter().flat_map(|(_, values)| values.iter().map(|(_, node)| *node));
    let datatypes = of_datatypes(&problem.store, problem.declarations.iter().chain(&setting.more));
    let known: Vec<Function> = setting.values.known().chain(datatypes).collect();
    let mut terms = Terms::new(&trace, roots, known.into_iter(), &mut problem.store, &mut setting.values);
    let mut found =
        Found { lacks, is_full: trace.instances.len() >= most, instances: Vec::with_capacity(chosen.len()) };
    for (formula, values) in chosen {
        let mut own: Vec<(usize, Option<Term>)> = Vec::with_capacity(values.len());
        for (position, node) in values {
            let variable = problem.formulas.get(formula).and_then(|f| f.variables.get(position).copied());
            let value = variable.and_then(|variable| {
                let sort = problem.store.sort(variable);
                terms.of_sort(&mut problem.store, &mut setting.values, node, sort)
            });
            found.lacks |= value.is_none();
            own.push((position, value));
        }
        found.instances.extend(setting.instance(problem, formula, own));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::refute::tests::{printed_instances, read};

    /// The instances with their values, how many constants they took, and whether something is lacking.
    fn found(problem: &mut Problem, text: &str) -> (Vec<(usize, String)>, usize, bool) {
        let mut lacks = false;
        let (all, fresh) = printed_instances(problem, text, |reading, text| {
            let found = instances(reading, text);
            lacks = found.lacks;
            found.instances
        });
        (all, fresh, lacks)
    }

    fn all(values: &[(usize, &str)]) -> Vec<(usize, String)> {
        values.iter().map(|&(formula, text)| (formula, text.to_owned())).collect()
    }

    const SORTS: &str = "(declare-sort U 0) (declare-sort V 0) (declare-fun u () U) (declare-fun |v 1#2| () V) \
        (declare-fun f (U Real) U) (declare-fun p (U V Int) Bool) (assert (forall ((x U) (y V) (n Int)) (p x y n))) \
        (assert (forall ((z U)) (p z |v 1#2| 0)))";

    #[test]
    fn matches_that_are_instantiated_are_read() {
        let trace = "[mk-app] #1 true\n[mk-app] #58 u\n[mk-app] #59 v 1#2\n[mk-app] #64 Int\n[attach-meaning] #64 arith (- 7)\n\
            [mk-quant] #45 F0 3 #33 #44\n[attach-var-names] #45 (|n| ; |Int|) (|y| ; |V|) (|x| ; |U|)\n\
            [new-match] 3798920265 #45 #33 #64 #59 #58 ; #65 (#1 #1)\n[instance] 0x0 #1\n\
            [mk-app] #66 Real\n[attach-meaning] #66 arith (/ (- 3) 2)\n[mk-app] #67 f #58 #66\n\
            [mk-quant] #46 k!12 1 #44\n[attach-var-names] #46 (|z| ; |U|)\n[new-match] 0xa0 #46 #33 #67 ; #1\n\
            [new-match] 0xb0 #46 #33 #58 ; #1\n[instance] 0xa0 ; 1\n[end-of-instance]\n\
            [instance] 3798920265 ; 1\n[instance] 3798920265 ; 1\n[instance] 0xb";
        let found = found(&mut read(SORTS), trace);
        // The last line is not whole, and the match before it is not instantiated.
        let expected = all(&[(1, "(f u (- (/ 3.0 2.0)))"), (0, "u, |v 1#2|, (- 7)")]);
        assert_eq!(found, (expected, 0, false));
    }

    #[test]
    fn numbers_are_used_again() {
        let trace = "[mk-app] #58 u\n[mk-app] #3 Real\n[attach-meaning] #3 arith 1\n[mk-app] #4 f #58 #3\n\
            [mk-quant] #46 F1 1 #44\n[attach-var-names] #46 (|z| ; |U|)\n[new-match] 0xa0 #46 #33 #4 ; #1\n\
            [mk-app] #3 Real\n[attach-meaning] #3 arith 2\n[mk-app] #4 f #58 #3\n[instance] 0xa0 ; 1\n\
            [new-match] 0xa0 #46 #33 #4 ; #1\n[mk-app] datatype#58 other\n[mk-app] #46 u\n[instance] 0xa0 ; 1\n";
        let found = found(&mut read(SORTS), trace);
        assert_eq!(found, (all(&[(1, "(f u 1.0)"), (1, "(f u 2.0)")]), 0, false));
    }

    #[test]
    fn what_was_made_up_has_the_sort_of_its_place() {
        let trace = "[mk-app] #1 elem!0\n[mk-app] #2 V!val!0\n[mk-app] #3 Int\n[attach-meaning] #3 arith 4\n\
            [mk-app] #4 k!3\n[mk-app] #5 f #1 #4\n[mk-app] #6 g!1 #1\n\
            [mk-quant] #45 F0 2 #44\n[attach-var-names] #45 (|y| ; |V|) (|x| ; |U|)\n\
            [inst-discovered] MBQI 0xa0 #45 #2 #5\n[instance] 0xa0 ; 1\n[mk-app] #1 elem!0\n[mk-app] #7 f #1 #4\n\
            [inst-discovered] theory-solving 0x0 arith# ; #1\n[instance] 0x0 #1\n\
            [mk-quant] #46 F1 1 #44\n[attach-var-names] #46 (|z| ; |U|)\n\
            [inst-discovered] MBQI 0xb0 #46 #7\n[instance] 0xb0 ; 1\n[inst-discovered] MBQI 0xb0 #46 #6\n[instance] 0xb0 ; 1\n";
        let found = found(&mut read(SORTS), trace);
        // The variable n is missing.
        let first = (0, "(f any!U!0 any!Real!0), any!V!0, any!Int!0");
        let expected = all(&[first, (1, "(f any!U!0 any!Real!0)"), (1, "any!U!1")]);
        assert_eq!(found, (expected, 5, false));
    }

    const THEORIES: &str = "(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (head X) (tail (L X))))))) \
        (declare-fun b () (_ BitVec 8)) (declare-fun i () Int) (declare-fun l () (L Int)) \
        (assert (forall ((x (_ BitVec 8))) (= x b))) (assert (forall ((y Int)) (= y i))) (assert (forall ((z (L Int))) (= z l))) \
        (assert (forall ((a (Array Int Int))) (= (select a 0) 1)))";

    /// A trace with a value for the variable of a formula.
    fn with_value(nodes: &str, formula: &str, variable: &str) -> String {
        format!(
            "{nodes}[mk-quant] #90 {formula} 1 #1\n[attach-var-names] #90 (|{variable}| ; |S|)\n\
             [new-match] 0xa0 #90 #1 #9 ; #1\n[instance] 0xa0 ; 1\n"
        )
    }

    #[test]
    fn operators_are_known_by_their_names() {
        let value = |nodes: &str, formula: &str, variable: &str| {
            let nodes = format!(
                "[mk-app] #1 b\n[mk-app] #2 i\n[mk-app] #3 l\n[mk-app] #4 Int\n[attach-meaning] #4 arith 3\n[mk-app] #5 k!1\n{nodes}"
            );
            let (all, _, lacks) = found(&mut read(THEORIES), &with_value(&nodes, formula, variable));
            (all.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("; "), lacks)
        };
        let known = |text: &str| (text.to_owned(), false);
        let bits = "[mk-app] #6 bv\n[attach-meaning] #6 bv #x0f\n[mk-app] #9 bvadd #1 #6\n";
        assert_eq!(value(bits, "F0", "x"), known("(bvadd b #x0f)"));
        let choice = "[mk-app] #6 <= #2 #4\n[mk-app] #7 - #2\n[mk-app] #9 if #6 #7 #5\n";
        assert_eq!(value(choice, "F1", "y").0, "(ite (<= i 3) (- i) any!Int!0)");
        assert_eq!(value("[mk-app] #9 nil\n", "F2", "z"), known("(as nil (L Int))"));
        assert_eq!(value("[mk-app] #9 const #4\n", "F3", "a"), known("((as const (Array Int Int)) 3)"));
        assert_eq!(value("[mk-app] #9 tail #3\n", "F2", "z"), known("(tail l)"));
        // What is polymorphic says nothing of the sort of what is open; which bits, and which string, is not said.
        let list = "[mk-app] #6 nil\n[mk-app] #9 cons #4 #6\n";
        assert_eq!(value(list, "F2", "z"), ("any!0".to_owned(), true));
        assert_eq!(value("[mk-app] #9 extract #1\n", "F0", "x"), ("any!0".to_owned(), true));
        let length = "[mk-app] #6 String\n[mk-app] #9 str.len #6\n";
        assert_eq!(value(length, "F1", "y"), ("any!Int!0".to_owned(), true));
    }

    #[test]
    fn what_cannot_be_understood_is_lacking() {
        assert!(found(&mut read(SORTS), "").2);
        // As Z3 4.8.0 writes it.
        let old = "[mk-app] #47 u\n[mk-quant] #64 F1 #45 #63\n[new-match] 0xa0 #64 #45 #47 ; #49\n[instance] 0xa0 ; 1\n";
        assert_eq!(found(&mut read(SORTS), old), (Vec::new(), 0, true));
        let odd = "[mk-app]\n[mk-app] #99999999999 u\n[mk-app] #1 \n[new-match] a\n[attach-meaning] #7 arith 1\n[instance] \n[";
        assert_eq!(found(&mut read(SORTS), odd), (Vec::new(), 0, false));
    }

    #[test]
    fn depth_is_no_matter() {
        let mut trace = "[mk-app] #0 u\n[mk-app] #1 Real\n[attach-meaning] #1 arith 1\n".to_owned();
        for number in 2..100_000 {
            let inner = if number == 2 { 0 } else { number - 1 };
            trace.push_str(&format!("[mk-app] #{number} f #{inner} #1\n"));
        }
        trace.push_str(
            "[mk-quant] #1 F1 1 #1\n[attach-var-names] #1 (|z| ; |U|)\n[new-match] 0xa0 #1 #1 #99999 ; #1\n[instance] 0xa0 ; 1\n",
        );
        let mut problem = read(SORTS);
        let names = Names::of(&problem);
        let values = crate::refute::Values::new(&problem, &[]);
        let mut setting = crate::refute::Setting { more: Vec::new(), seeds: Vec::new(), values };
        let reading = Reading { problem: &mut problem, names: &names, setting: &mut setting, most: 1 };
        let found = instances(reading, &trace);
        assert_eq!((found.instances.len(), found.lacks, found.is_full), (1, false, true));
    }
}
