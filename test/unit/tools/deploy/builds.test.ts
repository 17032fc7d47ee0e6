import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildsFile, layOutBuilds } from '#tools/deploy/builds'

/** A site that serves the last build laid out, as Cloudflare serves the last upload. */
let server: Server
let site: string
let live: string | null
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nocturne-builds-'))
  live = null
  server = createServer((request, response) => {
    try {
      if (live === null) throw new Error('Nothing is deployed')
      response.end(readFileSync(join(live, request.url ?? '')))
    } catch {
      response.writeHead(404).end('not found')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** Lays a build out in a new folder, as from a fresh clone. */
async function layOut(name: string, assets: Record<string, string>) {
  const from = join(folder, `${name}-build`)
  const to = join(folder, `${name}-upload`)
  mkdirSync(join(from, 'assets'), { recursive: true })
  writeFileSync(join(from, 'index.html'), name)
  for (const [file, text] of Object.entries(assets)) writeFileSync(join(from, 'assets', file), text)
  const builds = await layOutBuilds({ from, to }, live === null ? null : site, fetch)
  return { to, builds }
}

async function deploy(name: string, assets: Record<string, string>) {
  const { to, builds } = await layOut(name, assets)
  live = to
  return builds
}

async function answer(path: string): Promise<string | number> {
  const response = await fetch(site + path)
  return response.ok ? response.text() : response.status
}

describe('the files of earlier builds', () => {
  it('answer beside those of the newest, for two builds', async () => {
    await deploy('Z', { 'z.js': 'z', 'shared.js': 'in all' })
    await deploy('A', { 'a.js': 'a', 'shared.js': 'in all' })
    await deploy('B', { 'b.js': 'b', 'shared.js': 'in all' })
    expect(await answer('/assets/z.js')).toBe('z')
    const builds = await deploy('C', { 'c.js': 'c', 'shared.js': 'in all' })
    const answers = await Promise.all(['a', 'b', 'c', 'shared'].map((name) => answer(`/assets/${name}.js`)))
    expect(answers).toEqual(['a', 'b', 'c', 'in all'])
    expect(await answer('/assets/z.js')).toBe(404)
    expect(await answer('/index.html')).toBe('C')
    expect(builds.map(({ files }) => Object.keys(files))).toEqual([
      ['c.js', 'shared.js'],
      ['b.js', 'shared.js'],
      ['a.js', 'shared.js'],
    ])
  })

  it('stay when the same build is deployed again, or an earlier one', async () => {
    await deploy('A', { 'a.js': 'a' })
    await deploy('B', { 'b.js': 'b' })
    await deploy('C', { 'c.js': 'c' })
    for (const name of ['C again', 'and again']) await deploy(name, { 'c.js': 'c' })
    expect(await answer('/assets/a.js')).toBe('a')
    const builds = await deploy('A again', { 'a.js': 'a' })
    expect(builds.map(({ files }) => Object.keys(files))).toEqual([['a.js'], ['c.js'], ['b.js']])
    expect(await answer('/assets/b.js')).toBe('b')
  })

  it('are none on a site that was deployed before it kept any', async () => {
    const { to } = await layOut('old', { 'old.js': 'old' })
    rmSync(join(to, buildsFile))
    live = to
    const builds = await deploy('new', { 'new.js': 'new' })
    expect(builds).toHaveLength(1)
  })

  it('stop a deployment when they come back changed, or not at all', async () => {
    await deploy('A', { 'a.js': 'a' })
    writeFileSync(join(live ?? '', 'assets/a.js'), '<html>Checking your browser')
    await expect(layOut('B', { 'b.js': 'b' })).rejects.toThrow("a.js isn't the file that was deployed")
    rmSync(join(live ?? '', 'assets/a.js'))
    await expect(layOut('B', { 'b.js': 'b' })).rejects.toThrow('a.js answered 404')
    server.close()
    server.closeAllConnections()
    await expect(layOut('B', { 'b.js': 'b' })).rejects.toThrow('fetch failed')
  })

  it('are never written outside of the folder', async () => {
    await deploy('A', { 'a.js': 'a' })
    for (const name of ['../a.js', '..', 'x/a.js', '.a.js']) {
      writeFileSync(join(live ?? '', buildsFile), JSON.stringify([{ id: 'x', files: { [name]: '0' } }]))
      await expect(layOut('B', { 'b.js': 'b' })).rejects.toThrow('names a file called')
    }
  })
})
