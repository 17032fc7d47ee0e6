import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvOf } from '#contract/values/shared/csv'
import { withoutDirection } from '#contract/values/shared/direction'
import { descriptionLength, titleLength } from '#contract/values/shared/limits'
import { columns } from './rows.ts'

export type LibraryLine = Record<(typeof columns)[number], string>

/** A library of another product. */
export interface Converted {
  rows: LibraryLine[]
  /** Sentences about content that is left out. */
  notes: string[]
  /** Sentences about videos that couldn't be converted. */
  failed: string[]
}

/** Values that replace a column in every row. */
export type Given = Partial<Pick<LibraryLine, 'owner' | 'category'>>

/**
 * Writes an import's CSV into a folder. Returns its path, and sentences about changed fields. Throws if the
 * file exists, since it may have been edited.
 */
export function writeLibrary(
  target: string,
  { rows, notes }: Pick<Converted, 'rows' | 'notes'>,
  given: Given,
): { csv: string; notes: string[] } {
  const cut = rows.filter(
    ({ title, description }) => title.length > titleLength.max || description.length > descriptionLength.max,
  )
  const lines = rows.map((row) => ({
    ...row,
    title: shortened(row.title, titleLength.max),
    description: shortened(row.description, descriptionLength.max),
    ...given,
  }))
  mkdirSync(target, { recursive: true })
  const csv = csvIn(target)
  writeNew(csv, csvOf([[...columns], ...lines.map((line) => columns.map((name) => line[name]))]))
  return {
    csv,
    notes: [
      ...notes,
      ...cut.map(({ title }) => `“${title}”: title or description was too long, and is cut.`),
    ],
  }
}

/** Throws if a folder has a CSV, before hours of downloads whose list couldn't be written. */
export function requireNew(target: string): void {
  const csv = csvIn(target)
  if (existsSync(csv)) throw alreadyThere(csv)
}

function csvIn(target: string): string {
  return join(target, 'videos.csv')
}

function alreadyThere(csv: string): Error {
  return new Error(`There is a ${csv} already. Remove it, or choose another folder.`)
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw alreadyThere(file)
  }
}

/**
 * Cuts a text at the end of a word, within UTF-16 units as the site counts them, and leaves out controls of direction,
 * which the site refuses.
 */
function shortened(text: string, most: number): string {
  const trimmed = withoutDirection(text).trim()
  if (trimmed.length <= most) return trimmed
  const start = trimmed.slice(0, most - 1)
  const space = start.lastIndexOf(' ')
  return `${(space > most / 2 ? start.slice(0, space) : start).trimEnd()}…`
}
