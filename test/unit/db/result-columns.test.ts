import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuseSharedNames, resultColumns } from '#db/result-columns'

describe('resultColumns', () => {
  it.each([
    ['select "id", "title" from "videos"', ['id', 'title']],
    ['select "videos"."id", "users"."username" from "videos" join "users"', ['id', 'username']],
    ['SELECT DISTINCT a.id, b.name FROM a, b', ['id', 'name']],
    ['select id as video, count(*) as many from videos', ['video', 'many']],
    ['select (select max(id), 1 from t) as newest, x from t', ['newest', 'x']],
    ['select `id`, max(a, b) from t', ['id']],
    ["select 'a, b from c' as text, id from t", ['text', 'id']],
    ['select coalesce("a"."from", 1) as "from", "b"."x" from "a"', ['from', 'x']],
    ['select 1', ['1']],
    ['insert into t (a, b) values (1, 2) returning "id", "a"', ['id', 'a']],
    ['update "t" set "a" = (select "id" from "u") where 1 returning "id"', ['id']],
    ['delete from t where a in (select id from u)', []],
    ['with n as (select 1) insert into t select * from n returning id', ['id']],
  ])('of %s', (query, names) => {
    expect(resultColumns(query)).toEqual(names)
  })

  const name = fc.stringMatching(/^[a-z][a-z_]{0,8}$/).filter((each) => each !== 'from' && each !== 'as')
  const forms: ((name: string) => string)[] = [
    (each) => `"t"."${each}"`,
    (each) => `t.${each}`,
    (each) => `count(*) as "${each}"`,
    (each) => `(select ',' from "u" where x = ')') as ${each}`,
    (each) => `coalesce(a, ', b from c') as \`${each}\``,
  ]

  it('reads every name, however the column is written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, fc.nat(forms.length - 1)), { minLength: 1, maxLength: 8 }),
        (columns) => {
          const list = columns.map(([each, form]) => forms[form]?.(each)).join(', ')
          const names = columns.map(([each]) => each)
          expect(resultColumns(`select ${list} from "t" where "a" = 'x from y'`)).toEqual(names)
          expect(resultColumns(`update "t" set "a" = 1 returning ${list}`)).toEqual(names)
        },
      ),
    )
  })
})

describe('refuseSharedNames', () => {
  it.each([
    'select "videos"."id", "users"."id" from "videos" join "users"',
    'select a.id, b.name as ID from a, b',
    'update t set a = 1 returning id, "t"."id"',
  ])('refuses %s, each time', (query) => {
    expect(() => refuseSharedNames(query)).toThrow('Two result columns are named id')
    expect(() => refuseSharedNames(query)).toThrow('give one an alias')
  })

  it('lets through what has different names', () => {
    expect(() => refuseSharedNames('select a.id, b.id as other from a, b')).not.toThrow()
  })
})
