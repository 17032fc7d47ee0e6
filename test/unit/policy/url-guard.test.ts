import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { urlLength } from '#contract/values/shared/limits'
import { isPublicAddress } from '#worker/integrations/origin/public-address'
import { checkImportUrl, UrlRefused } from '#worker/integrations/origin/url-guard'

const options = { ownHosts: ['nocturne.video', 'localhost:8787'], allowedOrigins: ['http://localhost:8790'] }
const check = (input: string) => checkImportUrl(input, options)

describe('checkImportUrl', () => {
  it.each([
    ['https://cdn.example.com/a.mp4', 'https://cdn.example.com/a.mp4'],
    ['http://cdn.example.com:80/a.mp4?b=c', 'http://cdn.example.com/a.mp4?b=c'],
    ['http://example.com:443/', 'http://example.com:443/'],
    ['https://example.com:80/', 'https://example.com:80/'],
    ['https://EXAMPLE.com./a#part', 'https://example.com/a'],
    ['https://bücher.example.org/', 'https://xn--bcher-kva.example.org/'],
    ['https://under_score.example.org/', 'https://under_score.example.org/'],
    ['https://notnocturne.video/', 'https://notnocturne.video/'],
    ['http://localhost:8790/film.mp4#x', 'http://localhost:8790/film.mp4'],
  ])('lets %s pass as %s', (input, href) => {
    expect(check(input).href).toBe(href)
  })

  it.each([
    '',
    'example.com/a.mp4',
    '//example.com/a.mp4',
    'ftp://example.com/a.mp4',
    'file:///etc/passwd',
    'data:video/mp4;base64,AAAA',
    'blob:https://example.com/1',
    'javascript:alert(1)',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://:password@example.com/',
    'http://user@localhost:8790/',
    'https://example.com:8080/',
    'https://example.com:22/',
    'http://localhost/',
    'http://localhost./',
    'http://localhost:8787/',
    'http://localhost:8791/',
    'https://localhost:8790/',
    'http://localhost:8790.example.com/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://0177.0.0.01/',
    'http://2130706433/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://1.2.3.4.5/',
    'http://8.8.8.8/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[2606:4700::1111]/',
    'http://[fe80::1%25eth0]/',
    'http://169.254.169.254/latest/meta-data',
    'http://intranet/',
    'http://a.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://nas.home.arpa/',
    'http://router.lan/',
    'http://a.test/',
    'http://a.invalid/',
    'http://a.example/',
    'http://abc.onion/',
    'https://nocturne.video/videos/1',
    'https://NOCTURNE.video./',
    'https://www.nocturne.video/',
    'https://example..com/',
    'https://.example.com/',
    'https://-example.com/',
    'https://example.com../',
    'https://exa mple.com/',
    'https://example.1/',
    'https://example.0x1/',
    `https://${'a'.repeat(64)}.com/`,
    `https://${'a.'.repeat(126)}com/`,
    `https://example.com/${'a'.repeat(2048)}`,
  ])('refuses %s', (input) => {
    expect(() => check(input)).toThrow(UrlRefused)
  })

  it.each([
    [`https://example.com/${'a'.repeat(urlLength.max)}`, 'That URL is too long.'],
    ['example.com', "That isn't a valid URL."],
    ['ftp://example.com/', 'Only http and https URLs can be imported.'],
    ['https://user@example.com/', "The URL can't contain a username or password."],
    ['https://example.com:8080/', 'Only ports 80 and 443 can be used.'],
    ['http://127.1/', 'The URL must name a public host, such as example.com.'],
    ['http://a.lan/', "That host isn't on the public internet."],
    ['https://nocturne.video/', "You can't import a video from this site itself."],
  ])('says why it refuses %s', (input, sentence) => {
    expect(() => check(input)).toThrow(sentence)
  })

  it.each([
    'localhost',
    'test',
    'invalid',
    'example',
    'local',
    'onion',
    'home.arpa',
    'alt',
    'internal',
    'lan',
    'home',
    'corp',
    'intranet',
    'private',
    'localdomain',
  ])('knows that nothing below %s is public, and that names which end like it are', (name) => {
    expect(() => check(`https://a.${name}/`)).toThrow("isn't on the public internet")
    expect(check(`https://a${name}.com/`).hostname).toBe(`a${name}.com`)
    expect(check(`https://a.x${name}/`).hostname).toBe(`a.x${name}`)
  })

  it.each([
    `https://example.com/${'a'.repeat(urlLength.max - 'https://example.com/'.length)}`,
    `https://${'a'.repeat(63)}.com/`,
    `https://${'a.'.repeat(125)}com/`,
    'https://a.bc/',
    'https://1.a-b_c.com/',
    `https://example.${'a'.repeat(63)}/`,
    'https://example.xn--p1ai/',
  ])('takes what is as long as may be: %s', (input) => {
    expect(check(input).href).toBe(input)
  })

  it.each([
    `https://${'a.'.repeat(125)}comm/`,
    'https://a-.com/',
    'https://a.b/',
    'https://a.b1/',
    'https://a.b-c/',
    'https://a.-bc/',
    'https://a.xn--/',
    'https://a$b.com/',
    'https://www.example.c1/',
    'https://example.1bc/',
    'https://com/',
  ])('refuses as no name of a public host: %s', (input) => {
    expect(() => check(input)).toThrow(UrlRefused)
  })

  it('knows a host of this site without its port', () => {
    const own = { ownHosts: ['mine.example.com:8787'], allowedOrigins: [] }
    for (const host of ['mine.example.com', 'www.mine.example.com'])
      expect(() => checkImportUrl(`https://${host}/`, own)).toThrow('from this site itself')
    expect(checkImportUrl('https://example.com/', own).hostname).toBe('example.com')
  })

  it("doesn't take an opaque origin for an allowed one", () => {
    expect(() => checkImportUrl('data:,x', { ownHosts: [], allowedOrigins: ['null'] })).toThrow(UrlRefused)
  })

  const circled = (digits: string) => digits.replace(/\d/g, (digit) => '⓪①②③④⑤⑥⑦⑧⑨'.charAt(Number(digit)))
  const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
  const number = fc
    .nat(255)
    .chain((value) =>
      fc.constantFrom(
        `${value}`,
        `0${value.toString(8)}`,
        `0x${value.toString(16)}`,
        `0X00${value.toString(16)}`,
      ),
    )
  const v4 = fc.oneof(
    fc.array(number, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.')),
    fc.nat(0xffffffff).map(String),
    fc.nat(0xffffffff).map((value) => `0x${value.toString(16)}`),
    fc.nat(0xffffffff).map((value) => `0${value.toString(8)}`),
  )
  const disguised = v4.chain((text) =>
    fc.constantFrom(
      text,
      `${text}.`,
      circled(text),
      wide(text),
      text.replaceAll('.', '。'),
      encodeURIComponent(text),
    ),
  )
  const address = fc.oneof(
    disguised,
    fc.ipV6().map((text) => `[${text}]`),
    fc.ipV4Extended(),
  )

  it('refuses an address in every notation', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('http', 'https'),
        address,
        fc.constantFrom('', ':80', ':443'),
        (scheme, host, port) => {
          expect(() => check(`${scheme}://${host}${port}/a.mp4`)).toThrow(UrlRefused)
        },
      ),
    )
  })

  it('returns nothing but a plain public name, or throws UrlRefused, for any text', () => {
    const text = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.tuple(fc.domain(), fc.string()).map(([host, rest]) => `http://${host}${rest}`),
    )
    fc.assert(
      fc.property(text, (input) => {
        let url: URL
        try {
          url = check(input)
        } catch (error) {
          expect(error).toBeInstanceOf(UrlRefused)
          return
        }
        expect(url.hostname).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.([a-z]+|xn--[a-z0-9-]+)$/)
        expect(`${url.username}${url.password}${url.hash}`).toBe('')
        expect(check(url.href).href).toBe(url.href)
      }),
    )
  })
})

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
  ])('takes %s for public', (ip) => expect(isPublicAddress(ip)).toBe(true))
  it.each([
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
  ])('takes %s for public', (ip) => expect(isPublicAddress(ip)).toBe(true))
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:53aa::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'FE80::1',
    '',
    'localhost',
    '1.2.3',
    '01.2.3.4',
    '1.2.3.256',
    '1.2.3.4.',
    '1.2.3.4.5',
    '0x1.2.3.4',
    ' 1.1.1.1',
    '1.1.1.1\n',
    '2606:4700',
    '2606::4700::1',
    '2606:4700:0:0:0:0:0:0:1',
    '2606:4700:::1',
    ':2606::1',
    'fe80::1%eth0',
    '12345::',
    '2606:4700:0:0:0:0:0::1.2.3.4',
    '2606::1.2.3',
    '[2606:4700::1]',
    '1.2.3.4::',
  ])('refuses %j', (ip) => expect(isPublicAddress(ip)).toBe(false))

  it.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.0',
    '192.0.3.0',
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.51.99.255',
    '198.51.101.0',
    '203.0.112.255',
    '203.0.114.0',
    '2001:200::1',
    '2001:db9::1',
    '2001:db7:ffff::1',
    '2003::1',
    '2000::1',
    '3fff:1000::1',
    '3ffe::1',
    // Every notation of one address.
    '2606:4700:0:0:0:0:0:1',
    '2606:4700:1:1:1:1:1::',
    '2606:4700::ABCD',
    '2606::1.2.3.4',
    '2606:4700:0:0:0:0:1.2.3.4',
    '2606:4700:1111:2222:3333:4444:255.255.255.255',
  ])('takes the neighbours of what is special for public: %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  it.each([
    '0.255.255.255',
    '10.255.255.255',
    '169.254.0.0',
    '192.0.0.255',
    '192.88.99.255',
    '192.168.255.255',
    '2001:1ff:ffff::1',
    '2001:db8:ffff::1',
    '3fff:fff:ffff::1',
    '4000::1',
    '1fff::1',
    '2606:4700:1:1:1:1:1:1::',
    '2606:4700:1:1:1:1:1:1::g',
    '2606::g',
    '2606::1.2.3.4:1',
    '2606::1::',
    '2606:4700:1:1:1:1:1:1:1',
    '2606:4700:1:1:1:1:1:1.2.3.4',
    '2606:4700:1:1:1:1:1',
    '2606:1.2.3.4',
    '2606:::',
    '2606::12345',
  ])('refuses the last of what is special, and what is no address: %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  it('agrees with the URL parser on what an IPv6 address is', () => {
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        const plain = new URL(`http://[${ip}]/`).hostname.slice(1, -1)
        expect(isPublicAddress(ip)).toBe(isPublicAddress(plain))
        if (isPublicAddress(ip)) expect(plain).toMatch(/^[23]/)
      }),
    )
  })

  it('never takes an IPv4 address in an IPv6 wrapping for public', () => {
    fc.assert(
      fc.property(fc.nat(0xffff), fc.nat(0xffff), (high, low) => {
        const inside = `${high.toString(16)}:${low.toString(16)}`
        for (const ip of [`::ffff:${inside}`, `::${inside}`, `64:ff9b::${inside}`, `2002:${inside}::1`]) {
          expect(isPublicAddress(ip)).toBe(false)
        }
      }),
    )
  })
})
