import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { unstable_readConfig } from 'wrangler'
import { start, stop } from '#tools/programs/process'

/** A worker in workerd alone, without wrangler around it. */
export interface ServedBundle {
  origin: string
  /** workerd's process. */
  pid: number
  /** Ends it, and returns its log. */
  end(): Promise<string>
}

/** Serves a bundled worker by the workerd that wrangler brings. It has no bindings, so most of its answers are errors. */
export async function serveBundle(folder: string, file: string): Promise<ServedBundle> {
  const config = join(folder, `${file}.capnp`)
  writeFileSync(config, configOf(file))
  // The file descriptor after the usual three is where workerd says which port it got.
  const service = start('workerd', workerd(), ['serve', config, '--control-fd=3'], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const { child } = service
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const notes = createInterface({ input: child.stdio[3] as Readable })
  const [note] = await Promise.race([
    once(notes, 'line'),
    service.exit.then(() => Promise.reject(new Error(`workerd ended:\n${output}`))),
  ])
  const { port } = JSON.parse(note) as { port: number }
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    end: async () => {
      await stop(service)
      return output
    },
  }
}

/** In Cap'n Proto's text, as workerd reads it. */
function configOf(file: string): string {
  const config = unstable_readConfig({ config: 'wrangler.toml' }, { hideWarnings: true })
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "worker", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
const worker :Workerd.Worker = (
  modules = [(name = "${file}", esModule = embed "${file}")],
  compatibilityDate = "${config.compatibility_date}",
  compatibilityFlags = ${JSON.stringify(config.compatibility_flags)},
);
`
}

function workerd(): string {
  const wrangler = createRequire(import.meta.url).resolve('wrangler')
  return createRequire(wrangler)('workerd').default
}
