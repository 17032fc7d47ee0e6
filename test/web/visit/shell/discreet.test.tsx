import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isHistoryPaused } from '#web/entities/video/history/discreet'
import { expectAccessible } from '../../support/axe'
import { renderSite } from '../../support/site'

const icon = document.createElement('link')
icon.rel = 'icon'

beforeEach(() => {
  icon.setAttribute('href', '/favicon.svg')
  document.head.appendChild(icon)
})

afterEach(() => {
  icon.remove()
  document.documentElement.className = ''
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'discreet=; Max-Age=0; Path=/'
})

async function openSettings() {
  renderSite('/premium')
  await waitFor(() => expect(document.title).toBe('Premium · Nocturne'))
  await userEvent.click(await screen.findByRole('button', { name: 'Discreet mode' }))
  const dialog = await screen.findByRole('dialog', { name: 'This browser' })
  return {
    discreet: within(dialog).getByRole('switch', { name: 'Discreet mode' }),
    history: within(dialog).getByRole('switch', { name: 'Keep watch history' }),
  }
}

describe('discreet mode', () => {
  it('hides the site from the tab at once, and on the pages that follow', async () => {
    const { discreet } = await openSettings()
    await expectAccessible()
    await userEvent.click(discreet)
    expect([document.title, icon.getAttribute('href')]).toEqual(['Notes', '/notes.svg'])
    expect(document.documentElement.classList.contains('discreet')).toBe(true)
    expect(document.cookie).toContain('discreet=1')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(screen.getByRole('link', { name: 'Nocturne, home' }))
    await screen.findByRole('heading', { level: 1, name: 'Nocturne' })
    expect(document.title).toBe('Notes')
  })

  it('gives all of it back', async () => {
    const { discreet } = await openSettings()
    await userEvent.click(discreet)
    await userEvent.click(discreet)
    expect([document.title, icon.getAttribute('href')]).toEqual(['Premium · Nocturne', '/favicon.svg'])
    expect(document.documentElement.classList.contains('discreet')).toBe(false)
    expect(document.cookie).not.toContain('discreet')
  })

  it('records nothing that is watched until somebody wants it to', async () => {
    const { discreet, history } = await openSettings()
    expect(history).toHaveProperty('disabled', true)
    expect(isHistoryPaused()).toBe(false)
    await userEvent.click(discreet)
    expect(isHistoryPaused()).toBe(true)
    await userEvent.click(history)
    expect(isHistoryPaused()).toBe(false)
  })
})
