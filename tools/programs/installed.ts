import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './process.ts'

/** Commands that the tests need beyond npm, each with its Debian package. */
const tools = [
  { command: 'chromium', package: 'chromium' },
  { command: 'ffmpeg', package: 'ffmpeg' },
  { command: 'exiftool', package: 'libimage-exiftool-perl' },
  { command: 'unzip', package: 'unzip' },
]

/** Returns the path of a command on the PATH, or null. */
export function findCommand(command: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file)) ?? null
}

/**
 * Installs missing tools if allowed, else throws an error that names the packages. `more` lists commands
 * whose package has the same name.
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
