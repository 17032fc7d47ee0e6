import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import type { ImportFiles } from '#contract/schemas/videos/video'

/** IDs of a row's uploads, and a sentence about parts that couldn't be derived. */
export interface Uploaded {
  files: ImportFiles
  missing: string | null
}

/** The state of a row. `sent`: its files are on the site, for that owner. */
export type Entry = { file: string } & (
  | ({ state: 'sent'; owner: string } & Uploaded)
  | { state: 'published'; id: number }
  | { state: 'forgotten' }
)

/**
 * Records finished work, one line of JSON each, next to the CSV, so that an import that is started again
 * continues there. Holds no password and no session.
 */
export class Journal {
  readonly #file: string
  readonly #site: string
  #isBegun: boolean
  readonly #latest = new Map<string, Entry>()

  /** Throws if the journal belongs to another site. */
  constructor(csv: string, site: string) {
    this.#file = `${csv}.journal`
    this.#site = site
    const text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : ''
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    // The last line may have been cut off, and the next one must not follow it.
    if (whole !== text) truncateSync(this.#file, Buffer.byteLength(whole))
    const [first, ...entries] = whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    this.#isBegun = first !== undefined
    if (first !== undefined && (first as { site?: string }).site !== site) {
      throw new Error(
        `${this.#file} is of an import into ${(first as { site?: string }).site}. Move it away first.`,
      )
    }
    for (const entry of entries as Entry[]) this.#latest.set(entry.file, entry)
  }

  of(file: string): Entry | undefined {
    return this.#latest.get(file)
  }

  /** Throws a sentence if the file can't be written. Checking alone leaves no file. */
  begin(): void {
    try {
      if (!this.#isBegun) this.#append({ site: this.#site })
      accessSync(this.#file, constants.W_OK)
    } catch (error) {
      throw new Error(
        `${this.#file} can't be written, and the import notes there what is done. Let your account write to the folder and the file.`,
        { cause: error },
      )
    }
    this.#isBegun = true
  }

  /** Returns once the line is on the disk. */
  note(entry: Entry): void {
    this.begin()
    this.#append(entry)
    this.#latest.set(entry.file, entry)
  }

  /** Forgets that a row's files were sent, since the site no longer has them. */
  forget(file: string): void {
    this.note({ file, state: 'forgotten' })
  }

  #append(line: object): void {
    const handle = openSync(this.#file, 'a', 0o600)
    try {
      writeSync(handle, `${JSON.stringify(line)}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  }
}
