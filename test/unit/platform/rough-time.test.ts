import { expect, it } from 'vitest'
import { roughHours, roughTime } from '#web/lib/time/rough-time'

it.each([
  [59, 'less than a minute', 'less than a minute'],
  [60, 'about 1 minute', 'about 1 minute'],
  [22 * 60, 'about 20 minutes', 'about 22 minutes'],
  [3575, 'about 1 hour', 'about 1 hour'],
  [3600, 'about 1 hour', 'about 1 hour'],
  [89 * 60, 'about 1.5 hours', 'about 1.5 hours'],
  [2.7 * 3600, 'about 2.5 hours', 'about 2.7 hours'],
  [23 * 3600, 'about 23 hours', 'about 23 hours'],
  [2.7 * 86_400, 'more than a day', 'about 65 hours'],
  [50.4 * 86_400, 'more than a day', 'about 1,200 hours'],
])('%i seconds', (seconds, estimate, sum) => {
  expect([roughTime(seconds), roughHours(seconds)]).toEqual([estimate, sum])
})
