//! The store of a campaign: an SQLite file.
//!
//! Written ahead and committed in whole steps: a process that is killed loses what it had not committed, and that is
//! work that is done again. One connection writes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use quis_techniques::Reply;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::description::Description;
use crate::error::Error;
use crate::finding::Finding;
use crate::probe::SeedState;
use crate::seeds::{NONE, SeedFile};
use crate::tally::Tally;

/// What the tables look like. A change needs another number.
const VERSION: i64 = 2;
/// Stores from this version on can be read; going on with the campaign brings them up to date.
const OLDEST: i64 = 1;

/// What version 2 added.
const REPLIES: &str = "
    -- What the reference solver said to the requests of a technique about a seed.
    CREATE TABLE IF NOT EXISTS replies (
        technique INTEGER NOT NULL, seed INTEGER NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (technique, seed)) WITHOUT ROWID;
";

const TABLES: &str = "
    -- What the campaign is, and what was used so far.
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    -- The seeds, and what came of running the solvers on them.
    CREATE TABLE seeds (number INTEGER PRIMARY KEY, path TEXT NOT NULL, bytes INTEGER NOT NULL, state TEXT);
    -- What was done of units. One that was interrupted has several parts, each from its first case on.
    CREATE TABLE units (
        number INTEGER NOT NULL, first INTEGER NOT NULL, whole INTEGER NOT NULL, technique TEXT NOT NULL,
        seed INTEGER NOT NULL, cases INTEGER NOT NULL, done REAL NOT NULL, tally TEXT NOT NULL,
        PRIMARY KEY (number, first)) WITHOUT ROWID;
    -- One for each cause.
    CREATE TABLE findings (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, solver TEXT NOT NULL, bytes INTEGER NOT NULL,
        found REAL NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;
    -- Every case that shows a finding. A unit that is run again finds them again: they count once.
    CREATE TABLE occurrences (
        unit INTEGER NOT NULL, place INTEGER NOT NULL, solver TEXT NOT NULL, kind TEXT NOT NULL,
        finding TEXT NOT NULL REFERENCES findings (id), found REAL NOT NULL,
        seed_path TEXT NOT NULL, cause TEXT NOT NULL,
        PRIMARY KEY (unit, place, solver, kind)) WITHOUT ROWID;
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

/// What was done of a unit.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) number: u64,
    /// The first case, within the sequence of technique and seed.
    pub(crate) first: u64,
    /// Whether nothing of the unit is left.
    pub(crate) whole: bool,
    pub(crate) technique: String,
    pub(crate) seed: usize,
    pub(crate) tally: Tally,
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
}

impl Store {
    /// Makes the store of a new campaign.
    pub(crate) fn create(path: &Path, description: &Description, seeds: &[SeedFile]) -> Result<Store, Error> {
        let mut store = Store::connect(path)?;
        let transaction = store.connection.transaction()?;
        transaction.execute_batch(TABLES)?;
        transaction.execute_batch(REPLIES)?;
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
        let store = Store::connect(path)?;
        let version: i64 = store.connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match version {
            OLDEST..=VERSION => Ok(store),
            0 => Err(Error::Campaign(path.to_owned(), "there is no whole store")),
            _ => Err(Error::Campaign(path.to_owned(), "the store is of another version of Quis")),
        }
    }

    /// Brings the store up to date, to write to it.
    pub(crate) fn upgrade(&self) -> Result<(), Error> {
        self.connection.execute_batch(REPLIES)?;
        Ok(self.connection.pragma_update(None, "user_version", VERSION)?)
    }

    fn connect(path: &Path) -> Result<Store, Error> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // The death of a process loses nothing so; that of the machine may cost the last steps.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(Store { connection })
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

    /// Keeps what came of running the solvers on a seed.
    pub(crate) fn set_seed_state(&self, number: usize, state: &SeedState) -> Result<(), Error> {
        let query = "UPDATE seeds SET state = ?2 WHERE number = ?1";
        self.connection.execute(query, params![number, serde_json::to_string(state)?])?;
        Ok(())
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

    /// Keeps what the reference solver said to the requests of a technique about a seed.
    pub(crate) fn set_replies(&self, technique: usize, seed: usize, replies: &[Reply]) -> Result<(), Error> {
        let query = "INSERT OR IGNORE INTO replies VALUES (?1, ?2, ?3)";
        self.connection.execute(query, params![technique, seed, serde_json::to_string(replies)?])?;
        Ok(())
    }

    /// The units that were begun: how many cases of each were run, or `None` if nothing of it is left.
    pub(crate) fn begun(&self) -> Result<BTreeMap<u64, Option<u64>>, Error> {
        let mut query =
            self.connection.prepare("SELECT number, sum(cases), max(whole) FROM units GROUP BY number")?;
        let rows = query.query_map([], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, bool>(2)?))
        })?;
        rows.map(|row| {
            let (number, cases, whole) = row?;
            Ok((number.cast_unsigned(), (!whole).then_some(cases.cast_unsigned())))
        })
        .collect()
    }

    /// Keeps what was done of a unit, and what was used up to now.
    pub(crate) fn finish(&mut self, done: &Done, usage: &Usage) -> Result<(), Error> {
        let transaction = self.connection.transaction()?;
        transaction
            .prepare_cached("INSERT OR IGNORE INTO units VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?
            .execute(params![
                done.number.cast_signed(),
                done.first.cast_signed(),
                done.whole,
                done.technique,
                done.seed,
                done.tally.cases.cast_signed(),
                usage.wall,
                serde_json::to_string(&done.tally)?
            ])?;
        transaction
            .prepare_cached("INSERT OR REPLACE INTO facts VALUES ('usage', ?1)")?
            .execute([serde_json::to_string(usage)?])?;
        transaction.commit()?;
        Ok(())
    }

    /// Keeps a case that shows a finding; the finding too, if it is new or has a smaller case now.
    pub(crate) fn add(&mut self, finding: &Finding, cause: &str) -> Result<Added, Error> {
        let transaction = self.connection.transaction()?;
        let (verdict, origin) = (&finding.verdict, &finding.origin);
        let bytes: Option<i64> = transaction
            .query_row("SELECT bytes FROM findings WHERE id = ?1", [&finding.id], |row| row.get(0))
            .optional()?;
        let size = i64::try_from(finding.case.len()).unwrap_or(i64::MAX);
        let better = bytes.is_none_or(|bytes| size < bytes);
        if better {
            let query = "INSERT INTO findings VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes, data = excluded.data";
            let data = serde_json::to_string(finding)?;
            let (kind, solver) = (verdict.kind.name(), &verdict.solver);
            transaction.execute(query, params![finding.id, kind, solver, size, finding.found, data])?;
        }
        let query = "INSERT OR IGNORE INTO occurrences VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let place = origin.technique.as_ref().map_or(-1, |_| origin.index.cast_signed());
        let unit = origin.unit.cast_signed();
        let (solver, kind) = (&verdict.solver, verdict.kind.name());
        let row = params![unit, place, solver, kind, finding.id, finding.found, origin.seed, cause];
        let counted = transaction.execute(query, row)? > 0;
        transaction.commit()?;
        Ok(match (bytes, better, counted) {
            (None, ..) => Added::New,
            (Some(_), true, _) => Added::Smaller,
            (Some(_), false, true) => Added::Counted,
            (Some(_), false, false) => Added::Known,
        })
    }

    /// What the causes of cases looked like: seed, cause, unit and place of each. What has no seed stands behind the last one.
    pub(crate) fn causes(&self) -> Result<Vec<(usize, String, u64, u64)>, Error> {
        let mut query = self.connection.prepare(
            "SELECT coalesce(seeds.number, (SELECT count(*) FROM seeds)), cause, unit, place
             FROM occurrences LEFT JOIN seeds ON seeds.path = seed_path
             WHERE place >= 0 AND (seeds.number IS NOT NULL OR seed_path = ?1)",
        )?;
        let rows = query.query_map([NONE], |row| {
            let (unit, place): (i64, i64) = (row.get(2)?, row.get(3)?);
            Ok((row.get(0)?, row.get(1)?, unit.cast_unsigned(), place.cast_unsigned()))
        })?;
        rows.map(|row| row.map_err(Error::from)).collect()
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
        let mut query = self.connection.prepare(
            "SELECT technique, CASE WHEN cases > 0 AND seed IN (SELECT number FROM seeds) THEN seed END, tally
             FROM units ORDER BY technique, number",
        )?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn description() -> Description {
        serde_json::from_str(
            r#"{"seed":1,"techniques":[],"solvers":[],"timeout":1.0,"memory":100,"max_seed":1000}"#,
        )
        .unwrap()
    }

    #[test]
    fn replies_are_kept_as_they_were_first_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        let store = Store::create(&path, &description(), &[]).unwrap();
        let said = vec![Reply::Sat(Some("((define-fun x () Int 4))".into())), Reply::Unsat, Reply::Unknown];
        store.set_replies(1, 7, &said).unwrap();
        // Whoever comes second does not change what cases were made from.
        store.set_replies(1, 7, &[Reply::Unknown]).unwrap();
        drop(store);
        let replies = Store::open(&path).unwrap().replies().unwrap();
        assert_eq!(replies, BTreeMap::from([((1, 7), said)]));
    }

    #[test]
    fn work_without_a_seed_is_work_on_no_seed() {
        let folder = tempfile::tempdir().unwrap();
        let seeds = ["a", "b"].map(|path| SeedFile { path: path.to_owned() });
        let mut store = Store::create(&folder.path().join("store"), &description(), &seeds).unwrap();
        let units = [("fuzzsmt", 2, 5), ("opfuzz", 0, 0), ("opfuzz", 1, 7), ("opfuzz", 1, 2)];
        for (number, (technique, seed, cases)) in (0..).zip(units) {
            let tally = Tally { cases, generation: 0.5, ..Tally::default() };
            let done = Done { number, first: 0, whole: true, technique: technique.to_owned(), seed, tally };
            store.finish(&done, &Usage::default()).unwrap();
        }
        let work = store.work().unwrap();
        let figures =
            work.iter().map(|(name, seeds, tally)| (&**name, *seeds, tally.cases, tally.generation));
        assert_eq!(figures.collect::<Vec<_>>(), [("fuzzsmt", 0, 5, 0.5), ("opfuzz", 1, 9, 1.5)]);
    }

    #[test]
    fn causes_without_a_seed_are_kept_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        let mut store = Store::create(&path, &description(), &[SeedFile { path: "a".to_owned() }]).unwrap();
        let mut finding = crate::finding::tests::finding();
        finding.origin.technique = Some("fuzzsmt".to_owned());
        for (unit, seed) in (0..).zip(["a", NONE, "gone"]) {
            finding.origin.seed = seed.to_owned();
            finding.origin.unit = unit;
            store.add(&finding, "cause").unwrap();
        }
        let causes = store.causes().unwrap();
        assert_eq!(causes, [(0, "cause".to_owned(), 0, 0), (1, "cause".to_owned(), 1, 0)]);
    }

    #[test]
    fn older_stores_are_read_and_brought_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store");
        let store = Store::create(&path, &description(), &[]).unwrap();
        store.connection.execute_batch("DROP TABLE replies; PRAGMA user_version = 1").unwrap();
        drop(store);
        let store = Store::open(&path).unwrap();
        assert_eq!(store.description().unwrap(), description());
        assert!(store.replies().is_err());
        store.upgrade().unwrap();
        store.upgrade().unwrap();
        store.set_replies(0, 0, &[Reply::Unsat]).unwrap();
        drop(store);
        assert_eq!(Store::open(&path).unwrap().replies().unwrap().len(), 1);
        let later = Store::open(&path).unwrap();
        later.connection.pragma_update(None, "user_version", VERSION + 1).unwrap();
        assert!(Store::open(&path).is_err());
    }
}
