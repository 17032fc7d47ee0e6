import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './process.ts'

/** What the tests need beyond npm, and the Debian package that brings it. */
const tools = [
  { command: 'chromium', package: 'chromium' },
  { command: 'ffmpeg', package: 'ffmpeg' },
  { command: 'exiftool', package: 'libimage-exiftool-perl' },
  { command: 'unzip', package: 'unzip' },
]

/** Where a command is on the PATH, or null. */
export function findCommand(command: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file)) ?? null
}

/**
 * Installs what is missing when it may; throws a sentence that names the packages when it may not. `more` are commands
 * that a package of the same name brings.
 */
export async function ensureTools(more: string[] = []): Promise<void> {
  const missing = [...tools, ...more.map((name) => ({ command: name, package: name }))]
    .filter(({ command }) => !findCommand(command))
    .map((tool) => tool.package)
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !findCommand('apt-get')) {
    throw new Error(
      `The tests need these packages: ${missing.join(' ')}. Install them and run the tests again.`,
    )
  }
  process.stdout.write(`Installing ${missing.join(', ')}\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { env })
}
