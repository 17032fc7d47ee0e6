import { expect, it } from 'vitest'
import { hasLink } from '../../../worker/policy/links'

it.each([
  'https://example.org/a',
  'hxxp://example',
  'see www.example',
  'Example.COM is great',
  'example。com',
  'exam\u200bple.com',
  'ｅｘａｍｐｌｅ.ｃｏｍ',
  'example (dot) com',
  'example dot com',
  't.me/someone',
  'write to me@example.fr',
  'пример.com',
  'at 192.168.0.1',
])('sees a link in %j', (text) => {
  expect(hasLink(text)).toBe(true)
})

it.each([
  'Loved it. Watched twice.',
  'At 1:23 and 1:02:03',
  'Version 2.0 of this',
  'ok...maybe',
  'Great.It was fun',
  'Rated 9.5/10',
  'What a comeback.common',
  'e.g. this',
])('sees none in %j', (text) => {
  expect(hasLink(text)).toBe(false)
})
