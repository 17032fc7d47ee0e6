import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { makeLegal } from '../../support/administration'
import { expectAccessible } from '../../support/axe'
import { problem, type SentRequest } from '../../support/page'
import { field, renderSettings, retype } from '../../support/settings'

describe('legal pages', () => {
  const page = 'GET /api/admin/legal/terms'
  const publish = 'POST /api/admin/legal/terms'

  it('are edited one at a time, with a preview and their versions', async () => {
    renderSettings(
      {
        [page]: makeLegal(),
        'GET /api/admin/legal/privacy': makeLegal({
          slug: 'privacy',
          title: 'Privacy Policy',
          body: 'Privacy.',
        }),
      },
      '&view=legal',
    )
    expect((await field('Text')).value).toBe('Welcome to {siteName}.')
    const versions = within(screen.getByRole('table', { name: 'Versions' })).getAllByRole('row')
    expect(versions.map((row) => row.textContent)).toHaveLength(3)
    await retype('Text', '## Rules{Enter}{Enter}Be kind.')
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
    const preview = within(screen.getByRole('region', { name: 'Preview' }))
    expect(preview.getByRole('heading', { name: 'Rules' })).toBeTruthy()
    await expectAccessible()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Page' }), 'privacy')
    await waitFor(async () => expect((await field('Text')).value).toBe('Privacy.'))
  })

  it('show any version as it was published, and leave what is typed alone', async () => {
    let first: unknown = problem(500, 'internal', 'Broken.')
    renderSettings({ [page]: makeLegal(), [`${page}?version=1`]: () => first }, '&view=legal&page=terms')
    const text = await retype('Text', 'Half of a thought')
    const read = screen.getByRole('button', { name: 'Read version 1' })
    await userEvent.click(read)
    const dialog = within(await screen.findByRole('dialog', { name: 'Version 1: Terms' }))
    expect(await dialog.findByText('Broken.')).toBeTruthy()
    first = makeLegal({ version: 1, title: 'Terms', body: '## Then' })
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByRole('heading', { name: 'Then' })).toBeTruthy()
    expect(dialog.getByRole('region', { name: 'Published text' }).tabIndex).toBe(0)
    await expectAccessible()
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(document.activeElement).toBe(read))
    expect(text.value).toBe('Half of a thought')
  })

  it('offer a newer default text, which replaces nothing until it is published', async () => {
    const newerDefault = { title: 'Terms of Service', body: 'Corrected.' }
    const { sent } = renderSettings({ [page]: makeLegal({ newerDefault }) }, '&view=legal&page=terms')
    expect((await field('Text')).value).toBe('Welcome to {siteName}.')
    expect(screen.getByText('A newer default text is available')).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Load the new text' }))
    expect([(await field('Title')).value, (await field('Text')).value]).toEqual(Object.values(newerDefault))
    expect(screen.queryByText('A newer default text is available')).toBeNull()
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('become a new version once that is confirmed', async () => {
    let legal = makeLegal()
    const { sent } = renderSettings(
      {
        [page]: () => legal,
        [publish]: ({ body }: SentRequest) => {
          legal = makeLegal({ ...(body as object), version: 3 })
          return legal
        },
      },
      '&view=legal&page=terms',
    )
    await retype('Text', 'New rules.')
    await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Publish version 3 of Terms of Service?' }),
    )
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Version 3 is now in effect.')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      title: 'Terms of Service',
      body: 'New rules.',
      version: 2,
    })
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish…' }).disabled).toBe(true),
    )
  })

  it('say so and take the focus, however late the page comes again', async () => {
    let legal = makeLegal()
    let later: Promise<void> | null = null
    let arrive = () => {}
    renderSettings(
      {
        [page]: async () => {
          await later
          return legal
        },
        [publish]: ({ body }: SentRequest) => {
          legal = makeLegal({ ...(body as object), version: 3 })
          later = new Promise((resolve) => {
            arrive = resolve
          })
          return legal
        },
      },
      '&view=legal&page=terms',
    )
    const text = await retype('Text', 'New rules.')
    await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))
    // The new version's editor has replaced the one with the typed text.
    await waitFor(() => expect(text.isConnected).toBe(false))
    arrive()
    expect(await screen.findByText('Version 3 is now in effect.')).toBeTruthy()
    const region = screen.getByRole('region', { name: 'Terms of Service' })
    await waitFor(() => expect(document.activeElement).toBe(region))
  })

  it('keep what was typed where somebody was first', async () => {
    renderSettings(
      {
        [page]: makeLegal(),
        [publish]: problem(409, 'conflict', 'Somebody has published another version of this page.'),
      },
      '&view=legal',
    )
    const text = await retype('Text', 'New rules.')
    await userEvent.click(screen.getByRole('button', { name: 'Publish…' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))
    expect(await screen.findByText('Somebody has published another version of this page.')).toBeTruthy()
    expect(text.value).toBe('New rules.')
    const current = await screen.findByRole('link', { name: 'the current page' })
    expect(current.getAttribute('href')).toBe('/terms')
  })
})
