import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultsOf, wrongMigrations } from '#tools/checks/migration-rules'
import { baselineFiles } from '#tools/database/baseline'

const trigger = (body: string) => `CREATE TRIGGER counted AFTER INSERT ON videos\nBEGIN\n  ${body};\nEND;\n`

describe('migrations', () => {
  it('are as db/schema/ says: `npm run db:baseline` changes nothing', async () => {
    const files = await baselineFiles()
    expect(Object.fromEntries([...files.keys()].map((path) => [path, readFileSync(path, 'utf8')]))).toEqual(
      Object.fromEntries(files),
    )
  })

  it('keep the rules', () => {
    expect(wrongMigrations()).toEqual([])
  })

  it.each([
    ['a dropped table', 'DROP TABLE videos;', 'only add'],
    ['a rebuilt table', 'CREATE TABLE `__new_videos` (id integer);', 'only add'],
    ['a begin in lower case', trigger('SELECT 1').replace('BEGIN', 'begin'), 'in capitals'],
    [
      'a trigger on one line',
      'CREATE TRIGGER a AFTER INSERT ON b BEGIN SELECT 1; END;',
      'lines of their own',
    ],
    ['a bare CASE', trigger('UPDATE a SET b = CASE WHEN c THEN 1 ELSE 2 END'), 'in parentheses'],
    [
      'the second of two triggers',
      trigger('SELECT 1') + trigger('SELECT CASE d WHEN 1 THEN 2 END'),
      'in parentheses',
    ],
    [
      'a trigger without its end',
      trigger('SELECT 1').replace('END;', '') + trigger('SELECT 1'),
      'END of counted',
    ],
  ])('may not have %s', (_, sql, fault) => {
    expect(faultsOf(sql).join()).toContain(fault)
  })

  it.each([
    ['a CASE in parentheses', trigger('UPDATE a SET b = (CASE WHEN (c) THEN 1 ELSE 2 END)')],
    [
      'the words in texts and comments',
      `-- DROP TABLE, begin, case\n${trigger("SELECT RAISE(ABORT, 'in any case it''s begin')")}`,
    ],
  ])('may have %s', (_, sql) => {
    expect(faultsOf(sql)).toEqual([])
  })
})
