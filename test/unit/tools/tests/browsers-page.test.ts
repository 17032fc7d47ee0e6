import { describe, expect, it } from 'vitest'
import { tablesOf } from '#tools/tests/pages/browsers'
import type { Spec } from '#tools/tests/playwright/report'

type Test = Spec['tests'][number]

function spec(title: string, status: Test['status'], annotations: Test['annotations'] = []): Spec {
  const failed = { status: 'failed', duration: 1, error: { message: 'It stood | still.' } }
  const results = status === 'unexpected' ? [failed] : []
  const tests = [{ projectName: 'desktop', status, annotations, results }]
  // Playwright counts a skipped test as good.
  return { title, file: 'browsers/browsers.spec.ts', line: 1, ok: status !== 'unexpected', tags: [], tests }
}

describe('the tables of docs/browsers.md', () => {
  it('have a row for each flow, and never call passed what was not run', () => {
    const reason = { type: 'skip', description: "WebKitGTK isn't installed: it takes xvfb" }
    const { flows } = tablesOf([
      spec('Firefox: plays', 'expected'),
      spec('Firefox: pays', 'unexpected'),
      spec('WebKitGTK: plays', 'skipped', [reason]),
    ])
    expect(flows.split('\n')).toEqual([
      '| flow | Firefox | WebKitGTK |',
      '| --- | --- | --- |',
      "| plays | passed | **not run**: WebKitGTK isn't installed: it takes xvfb |",
      '| pays | **failed**<br>It stood \\| still. |  |',
    ])
  })

  it('have a column for each browser that said what it can do', () => {
    const able = (found: object) => [{ type: 'abilities', description: JSON.stringify(found) }]
    const { flows, abilities } = tablesOf([
      spec('Firefox: what it can do', 'expected', able({ passkeys: 'yes' })),
      spec('WebKitGTK: what it can do', 'expected', able({ passkeys: 'no' })),
    ])
    expect(abilities.split('\n').at(-1)).toBe('| passkeys | yes | no |')
    expect(flows).not.toContain('what it can do')
  })
})
