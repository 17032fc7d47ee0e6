import { isUtf8 } from 'node:buffer'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { undirected } from '#contract/values/shared/direction'
import { descriptionLength, titleLength } from '#contract/values/shared/limits'
import { parseCsv } from './csv.ts'
import { problemsOfTags, tagsOf } from './tags.ts'

/** Columns of a library, in the order in which importers write them. */
export const columns = [
  'file',
  'title',
  'description',
  'category',
  'tags',
  'owner',
  'date',
  'premium',
  'visibility',
  'download',
  'poster',
] as const
type Column = (typeof columns)[number]

const required: readonly Column[] = ['file', 'title', 'category', 'owner']

/** A video to import, from a line of the CSV. */
export interface Row {
  /** The line in the CSV, from 1. */
  line: number
  /** As written; names the row in the journal. */
  file: string
  path: string
  poster: string | null
  title: string
  description: string
  /** Names. */
  tags: string[]
  /** Name or slug. */
  category: string
  owner: string
  /** ISO 8601; null for the time of the import. */
  date: string | null
  isPremium: boolean
  visibility: 'public' | 'unlisted' | 'private'
  allowDownload: boolean
}

export interface Library {
  csv: string
  rows: Row[]
  /** A sentence for each unusable line. */
  faults: string[]
  /** Sentences about fields that are left out. */
  notes: string[]
}

/** Reads a library: a CSV, or a folder with one. Files are relative to it. Throws if there is none. */
export function readLibrary(path: string): Library {
  const csv = csvIn(path)
  const [header, ...lines] = parseCsv(textOf(csv))
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`${csv} has no column called ${missing.join(', ')}.`)

  const rows: Row[] = []
  const faults: string[] = []
  const lineOfFile = new Map<string, number>()
  for (const { line, cells } of lines) {
    const cell = (name: Column) => cells[names.indexOf(name)]?.trim() ?? ''
    const row = rowOf(line, cell, dirname(csv))
    const other = lineOfFile.get(row.path)
    const problems = [
      ...(other === undefined || row.file === '' ? [] : [`line ${other} has this file`]),
      ...(cells.length > names.length ? ['it has more cells than the header'] : []),
      ...problemsOf(row, cell),
    ]
    lineOfFile.set(row.path, other ?? line)
    if (problems.length === 0) rows.push(row)
    else faults.push(`Line ${line}${row.file === '' ? '' : ` (${row.file})`}: ${problems.join('; ')}.`)
  }
  const unknown = names.filter((name) => name !== '' && !columns.some((column) => column === name))
  return {
    csv,
    rows,
    faults,
    notes: [
      ...(unknown.length > 0 ? [`Ignored, since the import doesn't know it: ${unknown.join(', ')}.`] : []),
    ],
  }
}

function textOf(csv: string): string {
  const bytes = readFileSync(csv)
  if (!isUtf8(bytes)) throw new Error(`${csv} isn't in UTF-8. Save it as “CSV UTF-8” and start again.`)
  return bytes.toString()
}

function csvIn(path: string): string {
  if (!existsSync(path)) throw new Error(`There is no ${path}.`)
  if (!statSync(path).isDirectory()) return resolve(path)
  const found = globSync('*.csv', { cwd: path })
  if (found.length === 1) return resolve(path, found[0] ?? '')
  throw new Error(
    found.length === 0 ? `There is no CSV in ${path}.` : `There are several CSVs in ${path}: name one.`,
  )
}

function rowOf(line: number, cell: (name: Column) => string, folder: string): Row {
  const file = cell('file')
  const poster = cell('poster')
  const visibility = cell('visibility').toLowerCase()
  return {
    line,
    file,
    path: join(folder, file),
    poster: poster === '' ? null : join(folder, poster),
    title: cell('title'),
    description: cell('description'),
    tags: tagsOf(cell('tags')),
    category: cell('category'),
    owner: cell('owner'),
    date: dateOf(cell('date')),
    isPremium: truth(cell('premium')) ?? false,
    visibility: visibility === 'unlisted' || visibility === 'private' ? visibility : 'public',
    allowDownload: truth(cell('download')) ?? false,
  }
}

function problemsOf(row: Row, cell: (name: Column) => string): string[] {
  const { title, description, tags } = row
  return [
    ...required.filter((name) => cell(name) === '').map((name) => `the ${name} is missing`),
    ...(title !== '' && (title.length < titleLength.min || title.length > titleLength.max)
      ? [`the title needs ${titleLength.min} to ${titleLength.max} characters`]
      : []),
    ...(description.length > descriptionLength.max
      ? [`the description has ${description.length} characters, and may have ${descriptionLength.max}`]
      : []),
    ...(['title', 'description'] as const)
      .filter((name) => !undirected.test(row[name]))
      .map((name) => `the ${name} contains hidden characters that change its direction`),
    ...problemsOfTags(tags),
    ...(cell('date') !== '' && row.date === null
      ? [`“${cell('date')}” isn't a date such as 2021-05-04`]
      : []),
    ...(row.date !== null && Date.parse(row.date) > Date.now() ? ['the date lies in the future'] : []),
    ...(['premium', 'download'] as const)
      .filter((name) => cell(name) !== '' && truth(cell(name)) === null)
      .map((name) => `${name} is “${cell(name)}”, and may be yes or no`),
    ...(!['', 'public', 'unlisted', 'private'].includes(cell('visibility').toLowerCase())
      ? [`the visibility is “${cell('visibility')}”, and may be public, unlisted or private`]
      : []),
  ]
}

/** Reads a date, or a date with a time; without a zone, in UTC. */
function dateOf(text: string): string | null {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i.exec(
    text,
  )
  if (!found) return null
  const [, day, time = '00:00', zone = 'Z'] = found
  const at = new Date(`${day}T${time}${zone}`)
  // The engine would turn February 30 into March 2.
  const isReal = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day ?? '')
  return Number.isNaN(at.getTime()) || !isReal ? null : at.toISOString()
}

function truth(text: string): boolean | null {
  if (/^(yes|true|1|premium)$/i.test(text)) return true
  return /^(no|false|0|free|)$/i.test(text) ? false : null
}
