import { expect, it } from 'vitest'
import { findTest, runnerOf } from '#tools/tests/one'

it.each([
  'test/unit/policy/quota.test.ts',
  'test/web/admin/settings/form.test.tsx',
  'test/worker/site/pages.test.ts',
  'processors/paypal/tests/worker/payments.test.ts',
])('vitest runs %s', (file) => {
  expect(runnerOf(findTest(file))).toEqual({ runner: 'vitest', args: [file] })
})

it.each([
  'test/e2e/comments.spec.ts',
  'test/e2e/player/ui.spec.ts',
  'test/e2e/staff/review.spec.ts',
  'test/e2e/crawl/pages.spec.ts',
])('Playwright runs %s in the projects that its own config gives it', (file) => {
  expect(runnerOf(findTest(file))).toEqual({ runner: 'playwright', args: [file] })
})

it.each(['test/long/load.spec.ts', 'test/long/browsers/browsers.spec.ts'])(
  'Playwright runs %s by the config of long tests',
  (file) => {
    expect(runnerOf(findTest(file))).toEqual({
      runner: 'playwright',
      args: ['--config=test/long/playwright.config.ts', file],
    })
  },
)

it('finds a test by any path to it', () => {
  expect(findTest('./test/e2e/../e2e/embed.spec.ts')).toBe('test/e2e/embed.spec.ts')
  expect(findTest(`${process.cwd()}/test/e2e/embed.spec.ts`)).toBe('test/e2e/embed.spec.ts')
})

it.each([
  ['test/e2e/coments.spec.ts', 'test/e2e/comments.spec.ts'],
  ['comments.spec.ts', 'test/e2e/comments.spec.ts'],
  ['test/web/settings/form.test.tsx', 'test/web/admin/settings/form.test.tsx'],
  ['worker/policy/quota.ts', 'test/unit/policy/quota.test.ts'],
])('%s is no test, and %s is named', (wrong, right) => {
  expect(() => findTest(wrong)).toThrow(
    new RegExp(`^${wrong} isn't a test\\. Write npm run test:one -- FILE, such as .*${right}`),
  )
})

it('asks for a file where none was given', () => {
  expect(() => findTest('')).toThrow(
    /^No test was named\. Write npm run test:one -- FILE, such as .+\.test\.ts/,
  )
})
