import type { Column, Table } from './definitions.ts'
import { quoted } from './definitions.ts'
import { patiently } from './patiently.ts'

/** D1's limit for the arguments of a function. */
const argumentsAtMost = 32
/** The approximate length of a page of rows. A statement may bring 2 MB. */
const pageLength = 500_000
const rowsAtMost = 2000
/** Rows of a table's first page, before their length is known. */
const firstRows = 50

/** A source of rows: a table, or a select that has the columns and the key. */
export type Readable = Pick<Table, 'name' | 'columns' | 'key'> & { from?: string }

/**
 * Reads rows in the order of their key, in pages of lines. Each line is a JSON array written by SQLite, whose
 * integers keep all their digits, unlike JavaScript's. A BLOB is `{"b": "00ff"}`.
 */
export async function* readRows(
  db: D1Database,
  { name, columns, key, from = quoted(name) }: Readable,
): AsyncGenerator<string[]> {
  const parts = chunked(columns, argumentsAtMost).map(
    (part, index) => `json_array(${part.map(asJson).join(', ')}) as part${index}`,
  )
  const place = `(${key.map(quotedKey).join(', ')})`
  const given = `(${key.map((_, index) => `json_extract(?1, '$[${index}]')`).join(', ')})`
  const select = (
    where: string,
  ) => `select json_array(${key.map(quotedKey).join(', ')}) as place, ${parts.join(', ')}
    from ${from} ${where} order by ${key.map(quotedKey).join(', ')} limit ?2`
  const [first, next] = [select('where ?1 is null'), select(`where ${place} > ${given}`)]
  let last: string | null = null
  let atMost = firstRows
  for (;;) {
    const page: D1PreparedStatement = db.prepare(last === null ? first : next).bind(last, atMost)
    const { results } = await patiently(() => page.all<Record<string, string>>())
    const lines = results.map(({ place, ...row }) => joined(Object.values(row)))
    if (lines.length > 0) yield lines
    if (lines.length < atMost) return
    last = results.at(-1)?.place ?? null
    const length = lines.reduce((sum, line) => sum + line.length, 0)
    atMost = Math.max(1, Math.min(rowsAtMost, Math.floor((lines.length * pageLength) / length)))
  }
}

/** Joins the parts of a row, which are JSON arrays. */
function joined(parts: string[]): string {
  return `[${parts.map((part) => part.slice(1, -1)).join(',')}]`
}

function asJson({ name, isBlob }: Column): string {
  const column = quotedKey(name)
  if (!isBlob) return column
  return `json(case typeof(${column}) when 'blob' then json_object('b', hex(${column})) else json_quote(${column}) end)`
}

/**
 * Returns a column's name as SQL quotes it. The row ID has no quotes: with them, SQLite would take it for a
 * text where no column has that name.
 */
function quotedKey(name: string): string {
  return name === 'rowid' ? name : quoted(name)
}

/**
 * Inserts lines that readRows returned, in their order. Returns how many rows were left out: a site that was
 * in use while it was copied may have a row whose parent was deleted meanwhile, or two with equal values in a
 * unique index.
 */
export async function writeRows(
  db: D1Database,
  table: Pick<Table, 'name' | 'columns' | 'parents'>,
  lines: AsyncIterable<string>,
): Promise<number> {
  let leftOut = 0
  let page: string[] = []
  let length = 0
  const write = async () => {
    if (page.length > 0) leftOut += await writePage(db, table, page)
    page = []
    length = 0
  }
  for await (const line of lines) {
    if (length + line.length > pageLength || page.length >= rowsAtMost) await write()
    page.push(line)
    length += line.length
  }
  await write()
  return leftOut
}

async function writePage(
  db: D1Database,
  { name, columns, parents }: Pick<Table, 'name' | 'columns' | 'parents'>,
  page: string[],
): Promise<number> {
  const values = columns.map(({ isBlob }, index) =>
    isBlob
      ? `case json_type(value, '$[${index}]') when 'object' then unhex(value ->> '$[${index}].b') else value ->> ${index} end`
      : `value ->> ${index}`,
  )
  const into = `into ${quoted(name)} (${columns.map((column) => quotedKey(column.name)).join(', ')})
    select ${values.join(', ')} from json_each(?1)`
  const rows = `[${page.join(',')}]`
  try {
    // A try whose answer was lost may have inserted these rows.
    await patiently((attempt) =>
      db
        .prepare(`insert ${attempt === 0 ? '' : 'or replace'} ${into}`)
        .bind(rows)
        .run(),
    )
    return 0
  } catch (error) {
    if (!(error instanceof Error) || !/FOREIGN KEY|UNIQUE/.test(error.message)) throw error
    const place = (column: string) => columns.findIndex((each) => each.name === column)
    const kept = parents.map(
      ({ table, from, to }) => `(value ->> ${place(from)} is null
        or exists (select 1 from ${quoted(table)} p where p.${quoted(to)} = value ->> ${place(from)}))`,
    )
    const { meta } = await db
      .prepare(`insert or ignore ${into} where ${['true', ...kept].join(' and ')}`)
      .bind(rows)
      .run()
    return page.length - meta.changes
  }
}

function chunked<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
