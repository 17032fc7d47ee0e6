import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type Column, getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm'
import { integer, SQLiteTable, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDb } from '#db/client'
import { insertFrom, type RowFrom } from '#db/insert-from'
import * as schema from '#db/schema'

// Statements are built here and run by SQLite itself, since D1 would only prepare them.
const db = createDb({} as D1Database)

const tables = Object.values(schema).filter((each) => is(each, SQLiteTable))

/**
 * Runs the statement in a copy of the table with only its columns, so that no other table, trigger or check
 * changes a value. Returns the stored row by its SQL column names.
 */
function stored(table: SQLiteTable, row: Record<string, unknown>, rows: SQL): Record<string, unknown> {
  const statement = insertFrom(db, table, row as RowFrom<SQLiteTable>, rows).toSQL()
  const columns = Object.values(getTableColumns(table)).map((each) => `"${each.name}" ${each.getSQLType()}`)
  const sqlite = new DatabaseSync(':memory:')
  sqlite.exec(`create table "${getTableName(table)}" (${columns.join(', ')})`)
  sqlite.prepare(statement.sql).run(...(statement.params as SQLInputValue[]))
  const [found = {}] = sqlite.prepare(`select * from "${getTableName(table)}"`).all()
  sqlite.close()
  return found
}

const isNeeded = ({ notNull, hasDefault }: Column) => notNull && !hasDefault

const someValue = {
  number: fc.integer(),
  string: fc.string(),
  boolean: fc.boolean(),
  json: fc.array(fc.string()),
  buffer: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
}

/** Draws values of some or all columns, in any order, but always of the required ones. */
function someValues(table: SQLiteTable) {
  // A column of our own type replaces a broken text when it is read. Such columns get their defaults.
  const columns = Object.entries(getTableColumns(table)).filter(([, { dataType }]) => dataType !== 'custom')
  return fc
    .shuffledSubarray(columns, { minLength: columns.length })
    .chain((all) =>
      fc
        .subarray(all.filter(([, column]) => !isNeeded(column)))
        .map((optional) => all.filter((each) => isNeeded(each[1]) || optional.includes(each))),
    )
    .chain((some) =>
      fc
        .tuple(...some.map(([, { dataType }]) => someValue[dataType as keyof typeof someValue]))
        .map((values) => Object.fromEntries(some.map(([name], index) => [name, values[index]]))),
    )
}

function defaultOf(column: Column): unknown {
  if (column.default === undefined) return null
  return column.dataType === 'custom' ? column.mapFromDriverValue('') : column.default
}

describe.each(tables.map((table) => [getTableName(table), table] as const))('a row of %s', (_, table) => {
  const columns = Object.entries(getTableColumns(table))

  it('has each value in its own column, in whatever order they are named', () => {
    const otherwise = Object.fromEntries(columns.map(([name, column]) => [name, defaultOf(column)]))
    fc.assert(
      fc.property(someValues(table), (row) => {
        const found = stored(table, row, sql`where true`)
        const values = columns.map(([name, column]) => {
          const value = found[column.name]
          return [name, value === null ? null : column.mapFromDriverValue(value)]
        })
        expect(Object.fromEntries(values)).toEqual({ ...otherwise, ...row })
      }),
      { numRuns: 30 },
    )
  })

  it('has what each expression reads', () => {
    const expressions = columns.map(([name], index) => [name, sql`given.value + ${index}`])
    const found = stored(
      table,
      Object.fromEntries(expressions.toReversed()),
      sql`from (select 100 as value) given`,
    )
    expect(columns.map(([, column]) => Number(found[column.name]))).toEqual(
      columns.map((_, index) => 100 + index),
    )
  })
})

it('takes the columns of the table, and no others', () => {
  const now = 0
  const like = { userId: 1, videoId: sql`id`, createdAt: now }
  insertFrom(db, schema.likes, like, sql`from videos`)
  insertFrom(db, schema.revocations, { kind: 'user', target: schema.users.id, at: now }, sql`from users`)
  expect(() =>
    // @ts-expect-error A column without a default is missing.
    insertFrom(db, schema.likes, { userId: 1, videoId: 2 }, sql`where true`),
  ).toThrow('likes.created_at has no value')
  expect(() =>
    // @ts-expect-error No column has this name.
    insertFrom(db, schema.likes, { userId: 1, videoId: 2, createdAt: now, likedAt: now }, sql`where true`),
  ).toThrow('likes has no column likedAt')
  // @ts-expect-error A value of another type.
  insertFrom(db, schema.likes, { userId: 1, videoId: '2', createdAt: now }, sql`where true`)
  // @ts-expect-error None of the kinds.
  insertFrom(db, schema.revocations, { kind: 'video', target: '1', at: now }, sql`where true`)
})

it('leaves no column to what drizzle or SQLite would compute', () => {
  const computed = sqliteTable('computed', {
    made: integer('made').$defaultFn(() => 1),
    changed: integer('changed').$onUpdateFn(() => 1),
    twice: integer('twice').generatedAlwaysAs(sql`made * 2`),
    plain: text('plain'),
  })
  const insert = (row: Record<string, unknown>) => insertFrom(db, computed, row as never, sql`where true`)
  expect(() => insert({})).toThrow('computed.made has no value')
  expect(() => insert({ made: 1 })).toThrow('computed.changed has no value')
  expect(() => insert({ made: 1, changed: 1 })).toThrow('computed.twice has no value')
})
