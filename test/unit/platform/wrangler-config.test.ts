import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { queueNamed, queues } from '#worker/queues'

// Values of wrangler.toml that the code depends on, besides the bindings.
const toml = readFileSync('wrangler.toml', 'utf8')

function valuesOf(name: string): string[] {
  return [...toml.matchAll(new RegExp(`^${name} = "(.*)"$`, 'gm'))].map(([, value = '']) => value)
}

it('the bucket that is shown is the one that is bound', () => {
  expect(valuesOf('MEDIA_BUCKET')).toEqual(valuesOf('bucket_name'))
})

it('every queue that is consumed has its name in the code, a staging one without its "staging"', () => {
  const dead = [queues.deadJobs, queues.deadImports]
  for (const heading of ['[[queues.consumers]]', '[[env.staging.queues.consumers]]']) {
    const consumed = toml.split(heading).slice(1)
    const names = consumed.map((text) => queueNamed(/^queue = "(.*)"$/m.exec(text)?.[1] ?? ''))
    expect(names.sort()).toEqual(Object.values(queues).sort())
  }
  expect(valuesOf('dead_letter_queue').map(queueNamed)).toEqual([...dead, ...dead])
})

describe('what the worker answers before any file of the build', () => {
  const [, list = ''] = /^run_worker_first = \[(.*?)^\]/ms.exec(toml) ?? []
  const rules = [...list.matchAll(/"(.+?)"/g)].map(([, rule = '']) => rule)
  const isFirst = (path: string) =>
    rules.some((rule) => new RegExp(`^${rule.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(path))

  it('is every file that has no hash in its name', () => {
    const unhashed = [...readdirSync('web/public'), 'index.html', '.vite/manifest.json']
    expect(unhashed.filter((file) => file !== '_headers' && !isFirst(`/${file}`))).toEqual([])
  })

  it('is nothing under /assets, and excludes no path, which the worker would never see again', () => {
    expect(rules.filter((rule) => rule.startsWith('!'))).toEqual([])
    for (const file of ['entry-Abc_123.js', 'entry-Abc_123.css', 'Abc_123.js'])
      expect([file, isFirst(`/assets/${file}`)]).toEqual([file, false])
  })
})
