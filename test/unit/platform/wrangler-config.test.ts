import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { queues } from '../../../worker/queues'

// Values of wrangler.toml that the code knows besides the bindings.
const toml = readFileSync('wrangler.toml', 'utf8')

function valuesOf(name: string): string[] {
  return [...toml.matchAll(new RegExp(`^${name} = "(.*)"$`, 'gm'))].map(([, value = '']) => value)
}

it('the bucket that is shown is the one that is bound', () => {
  expect(valuesOf('MEDIA_BUCKET')).toEqual(valuesOf('bucket_name'))
})

it('every queue that is consumed has its name in the code', () => {
  const consumed = toml.split('[[queues.consumers]]').slice(1)
  const names = consumed.map((text) => /^queue = "(.*)"$/m.exec(text)?.[1])
  expect(names.sort()).toEqual(Object.values(queues).sort())
  expect(valuesOf('dead_letter_queue')).toEqual([queues.deadJobs, queues.deadImports])
})
