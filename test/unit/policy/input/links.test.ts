import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasLink } from '#worker/policy/links'

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
  'exam\u034fple.com',
  'exam\u3164ple.com',
  'пример.рф',
  'example.xn--p1ai',
  'example.it/video',
  'example.photography/a',
  'see example.at/x',
  'example .com',
  'example. com',
  'example[.]com',
  'example(dot)it',
  'shop.example.de',
  'mysite.nl',
  't.me/joinchat',
  'youtu.be',
  'YouTu.be/abc',
  'linktr.ee',
  'mega.nz',
  'rb.gy/abc',
  'bit.ly',
  's://x',
  'h2://x',
  'www123.x',
  'see www . x',
  'WWW.x',
  'example\uff0ecom',
  'example\uff61com',
  'example\u2024com',
  'example.lol',
  'example.みんな',
  'example.公司',
  'x-.com',
  '1.com',
  'sub.domain.example.nl',
  'пример.укр',
  'is.gd',
  // Any ending, with a path.
  '1.it/1',
  'ж.йцу/ж',
  '-.it/-',
  'x.it/@someone',
  'x.it/_a',
  'x.it/+a',
  'XN--P1AI',
  // Ways to write the dot.
  'example [dot] quux',
  'example{.}quux',
  'example<dot>quux',
  'x  dot  com',
  '7 DOT xyz',
  '- dot ru',
  'example . com',
  'example  .com',
  'example.  com',
  '7 .COM',
  '- .com',
  'example .net',
  'example(DOT)it',
  't.\u200bme',
  'mysite.ac',
  'mysite.sv',
  'an example dot com, of course',
  'an example .com!',
  'an example .net?',
  'example  .org',
  '7 .XXX',
  '- .ru',
  // Email addresses with an ending that is on no list.
  'me@example.quux',
  'м@п-р.йц',
  '7@7.ab',
  'me.@x.ab',
  'me_@x.ab',
  'me%@x.ab',
  'me+@x.ab',
  'me-@x.ab',
  '1.1.1.1',
  'at 10.20.30.40, or',
  // Letters that look like others.
  'ex\u0430mple.com',
  'example.\u0441\u043em',
  'example.c\u043em',
  'EXAMPLE.\u0421\u041eM',
  'example.\u03bfrg',
  'ᴇxᴀᴍᴘʟᴇ.ᴄᴏᴍ',
  'example.🅲🅾🅼',
  'example.🇨🇴🇲',
  'example.c0m',
  'example.cóm',
  // Signs that look like a dot, a slash or a colon.
  'example·com',
  'example•net',
  'example⚫com',
  'example🔴️com',
  'https:∕∕example',
  'https꞉//example',
  'hxxps:/example',
  'http : \\\\ example',
  // Letters with spaces between them.
  'e x a m p l e . c o m',
  'go to  e x a m p l e . i o  now',
  'h t t p s : / / e x a m p l e',
  'exam ple . com',
  'exam ple.c o m',
  'example . c o m',
  'example. n e t',
  't . me / someone',
  // Other ways to write the dot.
  'example-dot-com',
  'example*d0t*c0m',
  'exampledotcom',
  'example d0t com',
  'example punkt com',
  'пример точка ру',
  'example(.com)',
  'example.[com]',
  't•me/someone',
  'example. COM',
  'bit·ly/abc',
  'pornhub•live/x',
  'example. c om',
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
  'so good.the end',
  '3.5',
  'wow...nice',
  'mr.x',
  'the end.It was great',
  'great.it was',
  'Loved it.no really',
  'Good.De luxe',
  'polka dot in red',
  'at 9.30 p.m.',
  'yes/no, and/or',
  'so good .',
  'a: // b',
  '?://',
  'awww. nice',
  'www1234.x',
  'www, x',
  'a.b/c',
  ' .it/x',
  'x.it/ y',
  'x.it/?',
  'x.12/y',
  'xn-- x',
  'polka dot community',
  'polka dot nets',
  '! dot com',
  'Great. Comedy gold',
  'Great .comedy',
  '! .com',
  'wow .network',
  '! .net',
  'x net',
  'me@example',
  '@example.quux',
  '!@x.ab',
  'a@b.q',
  'me@.quux',
  'me@x.12',
  'Version 1.2.3',
  '1234.1.1.1',
  '1.2.3.4567',
  '1.2.3.',
  'I was there. Come on.',
  '3.5 stars',
  'wait...what',
  'at 9 p.m. tomorrow',
  'W o w , s o g o o d',
  's l o w l y . . .',
  'o m g . . . w o w',
  'http is no secret',
  'the dotcom bubble',
  'polka-dot-dress',
  'cristal·lí, paral·lel',
  'スター・ウォーズ',
  'one • two • three',
  'Привет.со мной так',
  'ого.ххх',
  'Gostei,com certeza',
  'en este punto me gusta',
  'phim đẹp.nét lắm, cơm ngon',
  'hayır.tamam, ılık',
  '( . )( . )',
  'and/or, c:\\videos',
  'that said: /shrug',
  'about you/me',
  'Ratio 16∶9',
  'Tom•Club',
  'Rock·Live, foto•shop',
  'Gostei. Com certeza',
  'Gostei. com certeza',
  '1 . 2 . 3 . 4',
  'Great video. (info) in the text',
  'My favourite . [net] bag',
])('sees none in %j', (text) => {
  expect(hasLink(text)).toBe(false)
})

/** Words of several languages, among them those that are also an ending or look like one. */
const word = fc.constantFrom(
  ...'I was there come on great stars wait what this tomorrow it is in at no so me us my be by to top live link'.split(
    ' ',
  ),
  ...'schön größer Straße è più così ñandú señor ótimo você đẹp nét cơm cấm ılık łódź čaj'.split(' '),
  ...'хорошо привет со мной сом ещё όχι ναι με שלום مرحبا とても 好看 नमस्ते'.split(' '),
  ...'e.g. i.e. p.m. 3.5 9/10 1:23 2x #1 (really) "quoted" don\'t and/or mother-in-law $5.00 50% :) C++'.split(
    ' ',
  ),
)
const between = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  ', ',
  '. ',
  '! ',
  '? ',
  '... ',
  '; ',
  ': ',
  ' - ',
  '…',
  ' … ',
  '\n',
  ' • ',
  ' · ',
)

it('sees none in ordinary sentences', () => {
  const sentence = fc.array(fc.tuple(word, between), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(sentence, (parts) => {
      const text = parts.flat().join('')
      expect([text, hasLink(text)]).toEqual([text, false])
    }),
    { numRuns: 2000 },
  )
})

/** Returns a name with each letter as one of those that look like it. */
function disguised(name: string, choices: readonly number[]): string {
  const looks: Record<string, string> = {
    a: 'aаａ',
    c: 'cсｃⓒ',
    e: 'eеｅ',
    o: 'oо0οｏ',
    p: 'pрｐ',
    x: 'xх𝐱',
    m: 'mм𝗆',
  }
  return [...name]
    .map((letter, at) => {
      const all = [...(looks[letter] ?? letter)]
      return all[(choices[at] ?? 0) % all.length]
    })
    .join('')
}

it('sees one in any disguise of a name', () => {
  const name = fc.constantFrom('example', 'my-tube2', 'hotclips')
  const dot = fc.constantFrom(
    '.',
    '．',
    '。',
    '․',
    '·',
    '•',
    '\u200b.',
    '.\u2060',
    '[.]',
    '(.)',
    ' (dot) ',
    '{dot}',
  )
  const choices = fc.array(fc.nat(9), { minLength: 11, maxLength: 11 })
  const around = fc.constantFrom('', 'see ', 'Смотри ', '見て ')
  fc.assert(
    fc.property(
      name,
      dot,
      fc.constantFrom('com', 'org', 'xxx', 'porn'),
      choices,
      around,
      (start, sign, end, looks, before) => {
        // A Latin letter stays: a name wholly in another alphabet opens nothing.
        const text = `${before}${disguised(start, looks)}n${sign}${disguised(end, looks.toReversed())}`
        expect([text, hasLink(text)]).toEqual([text, true])
        const spaced = [...`${start}.${end}`].join(' ')
        expect([spaced, hasLink(`${before}${spaced}`)]).toEqual([spaced, true])
      },
    ),
    { numRuns: 2000 },
  )
})
