import { expect, it } from 'vitest'
import { relatedTests } from '#tools/tests/related'

it.each([
  ['worker/services/videos/publishing/update.ts', 'test/worker/videos/publishing/edit.test.ts'],
  ['worker/services/moderation/account-care/act-on.ts', 'test/worker/moderation/staff/users/care.test.ts'],
  ['worker/services/payments/settlement/settle.ts', 'test/worker/payments/payments-settle.test.ts'],
  ['processors/paypal/adapter/read.ts', 'processors/paypal/tests/worker/payments.test.ts'],
])('a change of %s runs %s', (changed, test) => {
  expect(relatedTests([changed]).slice(0, 16)).toContain(test)
})

it('a changed test comes first', () => {
  const test = 'test/worker/site/find.test.ts'
  expect(relatedTests(['worker/services/videos/publishing/update.ts', test])[0]).toBe(test)
})

it('a room alone comes after what shares more', () => {
  const found = relatedTests(['worker/services/moderation/account-care/act-on.ts'])
  expect(found.indexOf('test/worker/moderation/staff/users/care.test.ts')).toBeLessThan(
    found.indexOf('test/worker/moderation/staff/users/roles.test.ts'),
  )
})
