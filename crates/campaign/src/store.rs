//! The store of a campaign: an SQLite file.
//!
//! Written ahead and committed in whole steps: a process that is killed loses what it had not committed, and that is
//! work that is done again. One connection writes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use quis_techniques::Reply;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};

use crate::description::Description;
use crate::error::Error;
use crate::finding::Finding;
use crate::seeds::SeedFile;
use crate::tally::Tally;
use crate::unit::{Causes, SeedState, UnitResult, Work, WorkUnit};

/// What the tables look like. A change needs another number.
const VERSION: i64 = 3;
/// Stores from this version on can be read, and their findings changed. Work goes on in those of this version only.
const OLDEST: i64 = 1;

const TABLES: &str = "
    -- What the campaign is, and what was used so far.
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    -- The seeds, and what came of running the solvers on them.
    CREATE TABLE seeds (number INTEGER PRIMARY KEY, path TEXT NOT NULL, bytes INTEGER NOT NULL, state TEXT);
    -- What the reference solver said to the requests of a technique about a seed.
    CREATE TABLE replies (
        technique INTEGER NOT NULL, seed INTEGER NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (technique, seed)) WITHOUT ROWID;
    -- What was done of units: of probes, of requests, of cases. One that gave way or was interrupted has several parts, each from its
    -- first case on. The causes are how often each was looked at.
    CREATE TABLE units (
        work TEXT NOT NULL, number INTEGER NOT NULL, first INTEGER NOT NULL, whole INTEGER NOT NULL, technique TEXT NOT NULL,
        seed INTEGER NOT NULL, cases INTEGER NOT NULL, done REAL NOT NULL, tally TEXT NOT NULL, causes TEXT NOT NULL,
        PRIMARY KEY (work, number, first)) WITHOUT ROWID;
    -- One for each cause. The key is what identifies it, the id how it is called.
    CREATE TABLE findings (
        id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, solver TEXT NOT NULL, bytes INTEGER NOT NULL,
        found REAL NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;
    -- Every case that shows a finding.
    CREATE TABLE occurrences (
        work TEXT NOT NULL, unit INTEGER NOT NULL, place INTEGER NOT NULL, solver TEXT NOT NULL, kind TEXT NOT NULL,
        finding TEXT NOT NULL REFERENCES findings (id), found REAL NOT NULL,
        seed_path TEXT NOT NULL, cause TEXT NOT NULL,
        PRIMARY KEY (work, unit, place, solver, finding)) WITHOUT ROWID;
    CREATE INDEX occurrences_of_findings ON occurrences (finding);
";

/// What was used so far.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Usage {
    /// Seconds of work on the clock.
    pub(crate) wall: f64,
    /// Seconds of CPU time of Quis itself.
    pub(crate) own_cpu: f64,
}

/// What a case that shows a finding did to the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Added {
    /// The finding is new.
    New,
    /// The finding has a smaller case now.
    Smaller,
    /// One more case of a finding.
    Counted,
    /// The case was there already.
    Known,
}

pub(crate) struct Store {
    connection: Connection,
    version: i64,
}

impl Store {
    /// Makes the store of a new campaign.
    pub(crate) fn create(path: &Path, description: &Description, seeds: &[SeedFile]) -> Result<Store, Error> {
        let mut store = Store::connect(path)?;
        let transaction = store.connection.transaction()?;
        transaction.execute_batch(TABLES)?;
        let mut insert =
            transaction.prepare("INSERT INTO seeds (number, path, bytes) VALUES (?1, ?2, ?3)")?;
        for (number, seed) in seeds.iter().enumerate() {
            // One that cannot be read is told of when its turn comes.
            let bytes = i64::try_from(seed.size().unwrap_or(0)).unwrap_or(i64::MAX);
            insert.execute(params![number, seed.path, bytes])?;
        }
        drop(insert);
        let facts = [
            ("description", serde_json::to_string(description)?),
            ("quis", env!("CARGO_PKG_VERSION").to_owned()),
        ];
        for (name, value) in facts {
            transaction.execute("INSERT INTO facts VALUES (?1, ?2)", params![name, value])?;
        }
        // Last: a store without a version is not whole.
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()?;
        Ok(store)
    }

    /// Opens the store of a campaign.
    pub(crate) fn open(path: &Path) -> Result<Store, Error> {
        let mut store = Store::connect(path)?;
        store.version = store.connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match store.version {
            OLDEST..=VERSION => Ok(store),
            0 => Err(Error::Campaign(path.to_owned(), "there is no whole store")),
            _ => Err(Error::Campaign(path.to_owned(), "the store is of another version of Quis")),
        }
    }

    /// Whether work can go on: the store was not made by an earlier version of Quis.
    pub(crate) fn is_present(&self) -> bool {
        self.version == VERSION
    }

    fn connect(path: &Path) -> Result<Store, Error> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // The death of a process loses nothing so; that of the machine may cost the last steps.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(Store { connection, version: VERSION })
    }

    /// A fact, if it is there.
    pub(crate) fn fact(&self, name: &str) -> Result<Option<String>, Error> {
        let query = "SELECT value FROM facts WHERE name = ?1";
        Ok(self.connection.query_row(query, [name], |row| row.get(0)).optional()?)
    }

    /// Keeps a fact.
    pub(crate) fn set_fact(&self, name: &str, value: &str) -> Result<(), Error> {
        self.connection.execute("INSERT OR REPLACE INTO facts VALUES (?1, ?2)", [name, value])?;
        Ok(())
    }

    /// What the campaign is.
    pub(crate) fn description(&self) -> Result<Description, Error> {
        let text = self.fact("description")?.unwrap_or_default();
        Ok(serde_json::from_str(&text)?)
    }

    /// What was used so far.
    pub(crate) fn usage(&self) -> Result<Usage, Error> {
        Ok(match self.fact("usage")? {
            Some(text) => serde_json::from_str(&text)?,
            None => Usage::default(),
        })
    }

    /// The seeds, with what is known of them.
    pub(crate) fn seeds(&self) -> Result<Vec<(SeedFile, Option<SeedState>)>, Error> {
        let mut query = self.connection.prepare("SELECT path, state FROM seeds ORDER BY number")?;
        let rows =
            query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<String>>(1)?)))?;
        let mut seeds = Vec::new();
        for row in rows {
            let (path, state) = row?;
            let state = state.map(|text| serde_json::from_str(&text)).transpose()?;
            seeds.push((SeedFile { path }, state));
        }
        Ok(seeds)
    }

    /// The sizes of the seeds when the campaign began: the order of work depends on them.
    pub(crate) fn sizes(&self) -> Result<Vec<u64>, Error> {
        let mut query = self.connection.prepare("SELECT bytes FROM seeds ORDER BY number")?;
        let rows = query.query_map([], |row| row.get::<_, i64>(0))?;
        rows.map(|bytes| Ok(bytes?.cast_unsigned())).collect()
    }

    /// What the reference solver said, by technique and seed.
    pub(crate) fn replies(&self) -> Result<BTreeMap<(usize, usize), Vec<Reply>>, Error> {
        let mut query = self.connection.prepare("SELECT technique, seed, data FROM replies")?;
        let rows = query.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get::<_, String>(2)?)))?;
        rows.map(|row| {
            let (key, data) = row?;
            Ok((key, serde_json::from_str(&data)?))
        })
        .collect()
    }

    /// The units that were begun: how many cases of each were run, or `None` if nothing of it is left.
    pub(crate) fn begun(&self) -> Result<BTreeMap<u64, Option<u64>>, Error> {
        let mut query = self.connection.prepare(
            "SELECT number, sum(cases), max(whole) FROM units WHERE work = 'cases' GROUP BY number",
        )?;
        let rows = query.query_map([], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, bool>(2)?))
        })?;
        rows.map(|row| {
            let (number, cases, whole) = row?;
            Ok((number.cast_unsigned(), (!whole).then_some(cases.cast_unsigned())))
        })
        .collect()
    }

    /// Keeps what came of a unit and what was used up to now, all or nothing; what each finding did to the store.
    pub(crate) fn finish(
        &mut self,
        unit: &WorkUnit,
        technique: &str,
        result: &UnitResult,
        usage: &Usage,
    ) -> Result<Vec<(String, Added)>, Error> {
        let transaction = self.connection.transaction()?;
        // A part without cases that is not the last one would hide the part that comes next.
        if result.rest.is_none() || result.tally.cases > 0 {
            transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO units VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                )?
                .execute(params![
                    word(unit.work),
                    unit.number.cast_signed(),
                    unit.first.cast_signed(),
                    result.rest.is_none(),
                    technique,
                    unit.seed,
                    result.tally.cases.cast_signed(),
                    usage.wall,
                    serde_json::to_string(&result.tally)?,
                    serde_json::to_string(&result.causes)?
                ])?;
        }
        transaction
            .prepare_cached("INSERT OR REPLACE INTO facts VALUES ('usage', ?1)")?
            .execute([serde_json::to_string(usage)?])?;
        if let Some(state) = &result.seed {
            let query = "UPDATE seeds SET state = ?2 WHERE number = ?1";
            transaction.execute(query, params![unit.seed, serde_json::to_string(state)?])?;
        }
        if let Some(replies) = &result.replies {
            let query = "INSERT OR IGNORE INTO replies VALUES (?1, ?2, ?3)";
            transaction
                .execute(query, params![unit.technique, unit.seed, serde_json::to_string(replies)?])?;
        }
        let mut added = Vec::new();
        for finding in &result.findings {
            added.push(add(&transaction, unit, finding)?);
        }
        transaction.commit()?;
        Ok(added)
    }

    /// How often causes were looked at, by seed.
    pub(crate) fn causes(&self) -> Result<Vec<(usize, Causes)>, Error> {
        let mut query = self.connection.prepare("SELECT seed, causes FROM units WHERE causes <> '{}'")?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
        rows.map(|row| {
            let (seed, causes) = row?;
            Ok((seed, serde_json::from_str(&causes)?))
        })
        .collect()
    }

    /// Changes what is kept of a finding.
    pub(crate) fn update(&self, finding: &Finding) -> Result<(), Error> {
        let query = "UPDATE findings SET data = ?2 WHERE id = ?1";
        self.connection.execute(query, params![finding.id, serde_json::to_string(finding)?])?;
        Ok(())
    }

    /// Keeps a finding with another case, unless there is a smaller one; whether it was kept.
    pub(crate) fn replace(&mut self, finding: &Finding) -> Result<bool, Error> {
        let size = i64::try_from(finding.case.len()).unwrap_or(i64::MAX);
        let query = "UPDATE findings SET data = ?2, bytes = ?3 WHERE id = ?1 AND bytes >= ?3";
        let data = serde_json::to_string(finding)?;
        Ok(self.connection.execute(query, params![finding.id, data, size])? > 0)
    }

    /// All findings, each with the number of its cases, in the order in which they were found.
    pub(crate) fn findings(&self) -> Result<Vec<(Finding, u64)>, Error> {
        let mut query = self.connection.prepare(
            "SELECT data, (SELECT count(*) FROM occurrences WHERE finding = findings.id)
             FROM findings ORDER BY found, id",
        )?;
        let rows = query.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
        let mut findings = Vec::new();
        for row in rows {
            let (data, count) = row?;
            findings.push((serde_json::from_str(&data)?, count.cast_unsigned()));
        }
        Ok(findings)
    }

    /// One finding, with the number of its cases.
    pub(crate) fn finding(&self, id: &str) -> Result<Option<(Finding, u64)>, Error> {
        let query =
            "SELECT data, (SELECT count(*) FROM occurrences WHERE finding = ?1) FROM findings WHERE id = ?1";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?));
        let found = self.connection.query_row(query, [id], row).optional()?;
        found.map(|(data, count)| Ok((serde_json::from_str(&data)?, count.cast_unsigned()))).transpose()
    }

    /// What was done, by the names of the techniques, with the number of seeds that gave cases to each.
    pub(crate) fn work(&self) -> Result<Vec<(String, u64, Tally)>, Error> {
        let of_cases = if self.is_present() { "WHERE work = 'cases'" } else { "" };
        let mut query = self.connection.prepare(&format!(
            "SELECT technique, CASE WHEN cases > 0 AND seed IN (SELECT number FROM seeds) THEN seed END, tally
             FROM units {of_cases} ORDER BY technique, number",
        ))?;
        let rows = query.query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, Option<i64>>(1)?, row.get::<_, String>(2)?))
        })?;
        let mut work: Vec<(String, BTreeSet<i64>, Tally)> = Vec::new();
        for row in rows {
            let (technique, seed, tally) = row?;
            let tally: Tally = serde_json::from_str(&tally)?;
            match work.last_mut() {
                Some((last, seeds, sum)) if *last == technique => {
                    seeds.extend(seed);
                    sum.add(&tally);
                }
                _ => work.push((technique, seed.into_iter().collect(), tally)),
            }
        }
        Ok(work.into_iter().map(|(technique, seeds, tally)| (technique, seeds.len() as u64, tally)).collect())
    }

    /// What was used beside the cases: for seeds as they are, and for requests.
    pub(crate) fn beside(&self) -> Result<Tally, Error> {
        let mut sum = Tally::default();
        if self.is_present() {
            let mut query = self.connection.prepare("SELECT tally FROM units WHERE work <> 'cases'")?;
            for tally in query.query_map([], |row| row.get::<_, String>(0))? {
                sum.add(&serde_json::from_str(&tally?)?);
            }
        }
        Ok(sum)
    }

    /// When units were done, and how many cases they had.
    pub(crate) fn timeline(&self) -> Result<Vec<(f64, u64)>, Error> {
        let mut query = self.connection.prepare("SELECT done, cases FROM units ORDER BY done")?;
        let rows = query.query_map([], |row| Ok((row.get::<_, f64>(0)?, row.get::<_, i64>(1)?)))?;
        rows.map(|row| row.map(|(done, cases)| (done, cases.cast_unsigned())).map_err(Error::from)).collect()
    }

    /// Whether the file is whole and every case belongs to a finding.
    pub(crate) fn is_consistent(&self) -> bool {
        let said: Result<String, _> =
            self.connection.query_row("PRAGMA integrity_check", [], |row| row.get(0));
        let lost: Result<i64, _> = self.connection.query_row(
            "SELECT count(*) FROM occurrences WHERE finding NOT IN (SELECT id FROM findings)",
            [],
            |row| row.get(0),
        );
        said.is_ok_and(|said| said == "ok") && lost.is_ok_and(|lost| lost == 0)
    }
}

/// Keeps a case that shows a finding; the finding too, if it is new or has a smaller case now. What it is called, and what changed.
fn add(transaction: &Transaction<'_>, unit: &WorkUnit, finding: &Finding) -> Result<(String, Added), Error> {
    let (verdict, origin) = (&finding.verdict, &finding.origin);
    let (solver, kind) = (&verdict.solver, verdict.kind.name());
    let query = "SELECT id, bytes, json_extract(data, '$.case') FROM findings WHERE key = ?1";
    let known: Option<(String, i64, String)> = transaction
        .query_row(query, [&finding.key], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let size = i64::try_from(finding.case.len()).unwrap_or(i64::MAX);
    // Of two cases of one size the order of texts decides, not which unit is done first.
    let better = known.as_ref().is_none_or(|(_, bytes, case)| (size, &finding.case) < (*bytes, case));
    let id = match &known {
        Some((id, ..)) => id.clone(),
        None => free_name(transaction, finding)?,
    };
    if better {
        let query = "INSERT INTO findings VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes, data = excluded.data";
        let data = serde_json::to_string(&Finding { id: id.clone(), ..finding.clone() })?;
        transaction.execute(query, params![id, finding.key, kind, solver, size, finding.found, data])?;
    }
    let query = "INSERT OR IGNORE INTO occurrences VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let (place, number) = (origin.index.cast_signed(), unit.number.cast_signed());
    let row =
        params![word(unit.work), number, place, solver, kind, id, finding.found, origin.seed, finding.cause];
    let counted = transaction.execute(query, row)? > 0;
    let added = match (known, better, counted) {
        (None, ..) => Added::New,
        (Some(_), true, _) => Added::Smaller,
        (Some(_), false, true) => Added::Counted,
        (Some(_), false, false) => Added::Known,
    };
    Ok((id, added))
}

/// The shortest name that no other finding has.
fn free_name(transaction: &Transaction<'_>, finding: &Finding) -> Result<String, Error> {
    for digits in 8..finding.key.len() {
        let name = Finding::longer_name(finding.verdict.kind, &finding.key, digits);
        let taken: i64 =
            transaction
                .query_row("SELECT count(*) FROM findings WHERE id = ?1", [&name], |row| row.get(0))?;
        if taken == 0 {
            return Ok(name);
        }
    }
    Ok(Finding::longer_name(finding.verdict.kind, &finding.key, finding.key.len()))
}

/// One word for a kind of work.
fn word(work: Work) -> &'static str {
    match work {
        Work::Probe => "probe",
        Work::Requests => "requests",
        Work::Cases => "cases",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description() -> Description {
        serde_json::from_str(
            r#"{"seed":1,"techniques":[],"solvers":[],"timeout":1.0,"memory":100,"max_seed":1000}"#,
        )
        .unwrap()
    }

    fn unit(work: Work, number: u64, technique: usize, seed: usize) -> WorkUnit {
        WorkUnit { work, number, technique, scoped: false, seed, first: 0, cases: 20, turn: None }
    }

    #[test]
    fn replies_are_kept_as_they_were_first_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        let mut store = Store::create(&path, &description(), &[]).unwrap();
        let said = [Reply::Sat(Some("((define-fun x () Int 4))".into())), Reply::Unsat, Reply::Unknown];
        // Whoever comes second does not change what cases were made from.
        for replies in [&said[..], &[Reply::Unknown]] {
            let result = UnitResult { replies: Some(replies.into()), ..UnitResult::default() };
            store.finish(&unit(Work::Requests, 1, 1, 7), "storm", &result, &Usage::default()).unwrap();
        }
        drop(store);
        let replies = Store::open(&path).unwrap().replies().unwrap();
        assert_eq!(replies, BTreeMap::from([((1, 7), said.to_vec())]));
    }

    #[test]
    fn work_without_a_seed_is_work_on_no_seed() {
        let folder = tempfile::tempdir().unwrap();
        let seeds = ["a", "b"].map(|path| SeedFile { path: path.to_owned() });
        let mut store = Store::create(&folder.path().join("store"), &description(), &seeds).unwrap();
        let units = [("fuzzsmt", 2, 5), ("opfuzz", 0, 0), ("opfuzz", 1, 7), ("opfuzz", 1, 2)];
        for (number, (technique, seed, cases)) in (0..).zip(units) {
            let tally = Tally { cases, generation: 0.5, ..Tally::default() };
            let result = UnitResult { tally, ..UnitResult::default() };
            store.finish(&unit(Work::Cases, number, 0, seed), technique, &result, &Usage::default()).unwrap();
        }
        let probe =
            UnitResult { tally: Tally { generation: 3.0, ..Tally::default() }, ..UnitResult::default() };
        store.finish(&unit(Work::Probe, 1, 0, 1), "", &probe, &Usage::default()).unwrap();
        let work = store.work().unwrap();
        let figures =
            work.iter().map(|(name, seeds, tally)| (&**name, *seeds, tally.cases, tally.generation));
        assert_eq!(figures.collect::<Vec<_>>(), [("fuzzsmt", 0, 5, 0.5), ("opfuzz", 1, 9, 1.5)]);
        assert_eq!(store.beside().unwrap().generation, 3.0);
    }

    /// Finds something with this key in the unit of this number, with this case.
    fn find(store: &mut Store, number: u64, key: &str, case: &str) -> (String, Added) {
        let mut finding = crate::finding::tests::finding();
        finding.key = key.to_owned();
        finding.case = case.to_owned();
        let causes = Causes::from([(format!("cause of {key}"), 1)]);
        let result = UnitResult { findings: vec![finding], causes, ..UnitResult::default() };
        let unit = unit(Work::Cases, number, 0, 3);
        store.finish(&unit, "opfuzz", &result, &Usage::default()).unwrap().remove(0)
    }

    #[test]
    fn findings_are_told_apart_by_their_keys_and_named_by_the_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(&folder.path().join("store"), &description(), &[]).unwrap();
        let [one, other] = ["00000000aa", "00000000bb"];
        let (large, small) = ["bbbbb", "bbb"].into();
        let first = find(&mut store, 0, one, large);
        assert_eq!(first, ("disagreement-00000000".to_owned(), Added::New));
        assert_eq!(find(&mut store, 1, other, large), ("disagreement-00000000b".to_owned(), Added::New));
        assert_eq!(find(&mut store, 2, one, large).1, Added::Counted);
        assert_eq!(find(&mut store, 3, one, small), (first.0.clone(), Added::Smaller));
        // The same unit again: it counts once.
        assert_eq!(find(&mut store, 3, one, small).1, Added::Known);
        // Of cases of one size the same is kept, whichever comes first.
        assert_eq!(find(&mut store, 4, one, "ccc").1, Added::Counted);
        assert_eq!(find(&mut store, 5, one, "aaa").1, Added::Smaller);
        let (finding, count) = store.finding(&first.0).unwrap().unwrap();
        assert_eq!((&*finding.case, count), ("aaa", 5));
        let looked: Vec<u64> =
            store.causes().unwrap().iter().flat_map(|(_, causes)| causes.values().copied()).collect();
        assert_eq!(looked, [1; 6]);
    }

    #[test]
    fn older_stores_are_read_and_not_worked_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        let store = Store::create(&path, &description(), &[]).unwrap();
        store.connection.pragma_update(None, "user_version", 2).unwrap();
        drop(store);
        let store = Store::open(&path).unwrap();
        assert_eq!((store.description().unwrap(), store.is_present()), (description(), false));
        store.connection.pragma_update(None, "user_version", VERSION + 1).unwrap();
        assert!(Store::open(&path).is_err());
    }
}
