import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { processorIds } from '#contract/values/payments/processors'
import type { TwinVars } from '#dev/sandbox/payments/twin'
import { parseProcessors } from '#processors/adapters'
import { processorVars } from '#processors/vars'
import { parsePayments } from '#worker/integrations/payments/config'
import { configReader } from '#worker/integrations/payments/config-reader'
import { secretGuard } from '#worker/policy/secret-guard'

describe.each(processorIds)('the configuration of %s', (id) => {
  const { keys, urls, live, unjudged = {} }: TwinVars = processorVars[id]
  const sandbox = urls(`http://localhost:8790/${id}`)

  /** Parses variables, by default as in production. */
  function parse(vars: Record<string, string>, production = true) {
    const guard = production ? secretGuard() : () => null
    const { problems, ...configs } = parsePayments(
      { CARD_DESCRIPTOR: 'A DESCRIPTOR', ...vars },
      production,
      guard,
    )
    return { config: configs[id], problems }
  }

  /** Returns the variables that the adapter requires, which have no default. */
  function asked(): string[] {
    const names: string[] = []
    const read = configReader(live, true, secretGuard(), [])
    parseProcessors({
      ...read,
      text(name, fallback) {
        if (fallback === undefined && name in live) names.push(name)
        return read.text(name, fallback)
      },
      all(each) {
        if (each.some((name) => name in live)) names.push(...each)
        return read.all(each)
      },
    })
    return [...new Set(names)]
  }

  it('is taken in production when all of it is set, and off without a word when nothing is', () => {
    expect(parse(live)).toMatchObject({ config: expect.anything(), problems: [] })
    expect(parse({})).toEqual({ config: null, problems: [] })
    expect(parse(Object.fromEntries(Object.keys(live).map((name) => [name, ' '])))).toEqual({
      config: null,
      problems: [],
    })
  })

  it.each(Object.keys(live))('is off, and says why, without %s', (name) => {
    const { config, problems } = parse({ ...live, [name]: ' , ' })
    expect(config).toBeNull()
    expect(problems.join()).toContain(name)
  })

  it('takes the sandbox, but never in production', () => {
    expect(parse({ ...keys, ...sandbox }, false)).toMatchObject({ config: expect.anything(), problems: [] })
    for (const [name, address] of Object.entries(sandbox)) {
      const { config, problems } = parse({ ...live, [name]: address })
      expect([name, config]).toEqual([name, null])
      expect(problems.join()).toContain(name)
    }
  })

  it.each(
    Object.keys(live).filter((name) => /SECRET|KEY|SALT|PASSWORD|TOKEN/.test(name) && !(name in unjudged)),
  )('is off, and says why, with a weak %s', (name) => {
    for (const weak of ['tiny-1', 'replace-me-with-a-secret', 'aaaaaaaaaaaaaaaaaaaaaaaa']) {
      const { config, problems } = parse({ ...live, [name]: weak })
      expect([weak, config]).toEqual([weak, null])
      expect(problems.join()).toContain(name)
      expect(problems.join()).not.toContain(weak)
    }
  })

  it('names each variable to its operator, where to send notices, and what it connects to', () => {
    expect(Object.keys(live)).toEqual(expect.arrayContaining(asked()))
    const [readme, example] = [`processors/${id}/README.md`, '.dev.vars.example'].map((file) =>
      readFileSync(file, 'utf8'),
    )
    expect(Object.keys(live).filter((name) => !example?.includes(`${name}=`))).toEqual([])
    expect(Object.keys(live).filter((name) => !readme?.includes(`\`${name}\``))).toEqual([])
    expect(readme).toContain(`/api/webhooks/${id}`)
    expect(readFileSync('docs/payments.md', 'utf8')).toContain(`processors/${id}/README.md`)
    expect(readFileSync('docs/security/inventory.md', 'utf8')).toContain(`processors/${id}/adapter/config.ts`)
  })
})
