import { describe, expect, it } from 'vitest'
import { wrongLicences } from '#tools/checks/licences'

const find = (...packages: object[]) =>
  wrongLicences({
    packages: Object.fromEntries(packages.map((each, at) => [`node_modules/p${at}`, each])),
  })

describe('licences', () => {
  it('of all that is installed are on the list', () => {
    expect(wrongLicences()).toEqual([])
  })

  it.each([
    ['nothing', { license: 'MIT' }],
    ['one of two to choose from', { license: '(GPL-3.0-only OR MIT)' }],
    ['a tool’s', { license: 'Apache-2.0 AND LGPL-3.0-or-later', dev: true }],
  ])('let %s through', (_, one) => {
    expect(find(one)).toEqual([])
  })

  it.each([
    ['a new one', { license: 'GPL-3.0-only', dev: true }],
    ['a tool’s in what ships', { license: 'LGPL-3.0-or-later' }],
    ['one of two that both hold', { license: 'MIT AND GPL-3.0-only' }],
    ['an alternative that can’t be read', { license: '(MIT OR ISC) AND (GPL-3.0-only OR MIT)' }],
    ['none', {}],
  ])('refuse %s', (_, one) => {
    expect(find(one)).toHaveLength(1)
  })

  it('of a package for another platform are those of the one that asks for it', () => {
    const main = (license: string) => ({ license, dev: true, optionalDependencies: { p1: '1.0.0' } })
    expect(find(main('MIT'), { dev: true, optional: true })).toEqual([])
    expect(find(main('GPL-3.0-only'), { dev: true, optional: true })).toHaveLength(2)
  })
})
