import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SandboxState } from './sandbox.ts'

/** Version of the shapes below: files of another version are ignored. */
const version = 2

/** Reads an earlier run's state, so that payments in a local database are still known after a restart. */
export async function readState(file: string): Promise<Partial<SandboxState> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return undefined
  const kept = JSON.parse(text) as { version: number; state: Partial<SandboxState> }
  return kept.version === version ? kept.state : undefined
}

export async function writeState(file: string, state: SandboxState): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify({ version, state }))
  await rename(`${file}.new`, file)
}
