import type { Page } from '@playwright/test'
import { pageBudgets } from '#build/budgets'
import { expect } from './site'

/** Expects that the page has loaded no more scripts so far than its budget allows. */
export async function expectFewScripts(page: Page, path: string): Promise<void> {
  const asked = await page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
  )
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThanOrEqual(pageBudgets.find((each) => each.path === path)?.requests ?? 0)
}
