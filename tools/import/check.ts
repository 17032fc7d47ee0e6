import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { plainTyped } from '#contract/values/shared/typed'
import type { Journal } from './journal.ts'
import type { Library, Row } from './rows.ts'
import type { Site } from './site.ts'

/** A row that can be sent. */
export interface Ready extends Row {
  categoryId: number
}

export interface Checked {
  ready: Ready[]
  /** Rows with the content of an earlier row, each with a sentence that says so. */
  duplicates: { row: Row; reason: string }[]
  /** Sentences about problems to fix first. */
  faults: string[]
}

/**
 * Compares a library with the site and with itself, before anything is sent. Rows that are published by the
 * journal no longer need their files.
 */
export async function checkLibrary(
  { rows, faults }: Library,
  site: Pick<Site, 'get'>,
  journal: Journal,
): Promise<Checked> {
  const categories = await categoriesOf(site)
  const owners = await unknownOwners(rows, site)
  const found: Checked = { ready: [], duplicates: [], faults: [...faults] }
  const copies = await copiesAmong(rows.filter(({ path }) => sizeOf(path) !== null))
  for (const row of rows) {
    const categoryId = categories.get(keyOf(row.category))
    const isPublished = journal.of(row.file)?.state === 'published'
    const problems = [
      ...(!isPublished && sizeOf(row.path) === null ? ['the file is missing'] : []),
      ...(!isPublished && row.poster !== null && sizeOf(row.poster) === null
        ? ['the poster is missing']
        : []),
      ...(categoryId === undefined ? [`the site has no category “${row.category}”`] : []),
      ...(owners.has(keyOf(row.owner)) ? [`the site has no account “${row.owner}”`] : []),
    ]
    const original = copies.get(row)
    if (problems.length > 0) found.faults.push(`Line ${row.line} (${row.file}): ${problems.join('; ')}.`)
    else if (original) found.duplicates.push({ row, reason: `same content as line ${original.line}` })
    else if (categoryId !== undefined) found.ready.push({ ...row, categoryId })
  }
  return found
}

function sizeOf(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.size : null
}

/** Returns the categories' IDs by name and slug. */
async function categoriesOf(site: Pick<Site, 'get'>): Promise<Map<string, number>> {
  const categories = await site.get<{ id: number; name: string; slug: string }[]>('/api/categories')
  return new Map(categories.flatMap(({ id, name, slug }) => [name, slug].map((each) => [keyOf(each), id])))
}

/** Returns the form in which names of owners and categories are compared. */
function keyOf(typed: string): string {
  return plainTyped(typed).toLowerCase()
}

/** Returns the names of owners without an account, as they are compared. */
async function unknownOwners(rows: Row[], site: Pick<Site, 'get'>): Promise<Set<string>> {
  const unknown = new Set<string>()
  for (const name of new Set(rows.map(({ owner }) => keyOf(owner)))) {
    const query = new URLSearchParams({ q: name, limit: '50' })
    const accounts = await site.get<{ username: string }[]>(`/api/admin/users?${query}`)
    if (!accounts.some(({ username }) => keyOf(username) === name)) unknown.add(name)
  }
  return unknown
}

/** Finds rows with the content of an earlier one. Reads only files that share their size with another. */
async function copiesAmong(rows: Row[]): Promise<Map<Row, Row>> {
  const bySize = Map.groupBy(rows, ({ path }) => sizeOf(path))
  const copies = new Map<Row, Row>()
  for (const alike of bySize.values()) {
    if (alike.length < 2) continue
    const seen = new Map<string, Row>()
    const digests = new Map<string, string>()
    for (const row of alike) {
      const digest = digests.get(row.path) ?? (await digestOf(row.path))
      digests.set(row.path, digest)
      const first = seen.get(digest)
      if (first) copies.set(row, first)
      else seen.set(digest, row)
    }
  }
  return copies
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
