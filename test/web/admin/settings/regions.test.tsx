import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { makeSettings } from '../../support/administration'
import { problem, type SentRequest } from '../../support/page'
import { field, loadSettings, renderSettings } from '../../support/settings'

const save = 'PATCH /api/admin/settings'

describe('regions', () => {
  it('are added and taken away; listing one decides', async () => {
    const { sent } = renderSettings({
      [loadSettings]: makeSettings({ blockedRegions: ['DE'] }),
      [save]: ({ body }: SentRequest) => makeSettings(body as object),
    })
    const input = await field('Block the site in')
    await userEvent.type(input, 'us-tx, fr{Enter}')
    expect(sent.some(({ method }) => method === 'PATCH')).toBe(false)
    expect(input.value).toBe('')
    await userEvent.click(screen.getByRole('button', { name: 'Unblock DE' }))
    expect(document.activeElement).toBe(input)
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      blockedRegions: ['FR', 'US-TX'],
      regionsDecided: true,
    })
  })

  it('that are typed are saved without a press of Add', async () => {
    let stored = makeSettings()
    const { sent } = renderSettings({
      [loadSettings]: () => stored,
      [save]: ({ body }: SentRequest) => {
        stored = makeSettings(body as object)
        return stored
      },
    })
    const input = await field('Block the site in')
    const submit = screen.getByRole('button', { name: 'Save settings' })
    await userEvent.type(input, 'France')
    await userEvent.click(submit)
    expect(screen.getByText("FRANCE isn't a region code. Use codes such as FR or US-TX.")).toBeTruthy()
    expect(document.activeElement).toBe(input)
    await userEvent.clear(input)
    await userEvent.type(input, 'fr')
    await userEvent.click(submit)
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      blockedRegions: ['FR'],
      regionsDecided: true,
    })
    expect(await screen.findByText('No changes.')).toBeTruthy()
    expect(input.value).toBe('')
    expect(screen.getByRole('button', { name: 'Unblock FR' })).toBeTruthy()
  })

  it('have to be codes', async () => {
    renderSettings()
    const input = await field('Block the site in')
    await userEvent.type(input, 'France')
    await userEvent.click(screen.getByRole('button', { name: 'Add' }))
    expect(screen.getByText("FRANCE isn't a region code. Use codes such as FR or US-TX.")).toBeTruthy()
    expect(input.value).toBe('France')
  })

  it('may be decided to be none', async () => {
    const { sent } = renderSettings({ [save]: ({ body }: SentRequest) => makeSettings(body as object) })
    await userEvent.click(await screen.findByRole('switch', { name: "I've reviewed this" }))
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ regionsDecided: true })
  })

  it('say why the server refuses them', async () => {
    const message = "You are in DE yourself, so you'd lock yourself out."
    renderSettings({
      [save]: problem(400, 'invalid_input', message, [{ path: 'blockedRegions', message }]),
    })
    const input = await field('Block the site in')
    await userEvent.type(input, 'DE{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(input)
  })
})
