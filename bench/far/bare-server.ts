import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * nginx with a plain page, measured on the same machine at the same time as the baseline for ours.
 */
export interface BareServer {
  /** URL of a page with only a video element, for a file of its folder. */
  pageOf(file: string): string
  stop(): Promise<void>
}

/** Serves a folder, in which it also keeps its own files. */
export async function startNginx(port: number, root: string): Promise<BareServer> {
  const folder = join(root, 'nginx')
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  types { text/html html; video/mp4 mp4; }
  access_log off; sendfile on;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`,
  )
  const nginx = spawn('nginx', ['-c', config, '-p', folder], { stdio: 'inherit' })
  await answers(`http://127.0.0.1:${port}/`, nginx)
  return {
    pageOf: (file) => {
      const name = file.slice(root.length + 1)
      const page = name.replace(/mp4$/, 'html')
      writeFileSync(
        join(root, page),
        `<!doctype html><meta charset="utf-8"><title>Bare</title><video src="/${name}" muted playsinline preload="auto"></video>`,
      )
      return `http://127.0.0.1:${port}/${page}`
    },
    stop: async () => {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    },
  }
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error('nginx did not start')
    const ok = await fetch(url).then(
      () => true,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
