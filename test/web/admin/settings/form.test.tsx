import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { toValues } from '#web/features/admin/settings/form/values/settings'
import { key } from '#web/lib/query/keys'
import { makeEntry, makeSettings } from '../../support/administration'
import { expectAccessible } from '../../support/axe'
import { problem, type SentRequest } from '../../support/page'
import { field, loadSettings, renderSettings, retype } from '../../support/settings'
import { settings as publicSettings } from '../../support/site'

const save = 'PATCH /api/admin/settings'

describe('the settings', () => {
  it('show everything that can be set, with who changed it last', async () => {
    renderSettings({
      [loadSettings]: makeSettings({
        maintenanceMode: true,
        blockedRegions: ['FR', 'US-TX'],
        regionsDecided: true,
      }),
    })
    expect((await field('Site name')).value).toBe('Nocturne')
    expect((await field('Largest file')).value).toBe('10 GB')
    expect((await field('Storage per account')).value).toBe('50 GB')
    expect((await field('Storage budget')).value).toBe('1 TB')
    expect((await field('Videos kept in watch history')).value).toBe('1,000')
    expect((await field('Longest video')).value).toBe('60 minutes')
    expect((await field('Shortest video')).value).toBe('1 second')
    expect(screen.getByText(/Last changed by boss/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Maintenance mode' }).checked).toBe(true)
    expect(screen.getByText(/Everyone except administrators sees a maintenance page/)).toBeTruthy()
    const regions = within(screen.getByRole('list', { name: 'Blocked regions' }))
    expect(regions.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'FR France',
      'US-TX in United States',
    ])
    expect(screen.getByText('No changes.')).toBeTruthy()
    await expectAccessible()
  })

  it('send only what was changed', async () => {
    let stored = makeSettings()
    const { sent } = renderSettings({
      [loadSettings]: () => stored,
      [save]: ({ body }: SentRequest) => {
        stored = makeSettings({ ...(body as object), updatedBy: { id: 7, username: 'viewer' } })
        return stored
      },
    })
    await retype('Site name', ' Noir ')
    await retype('Site description', '')
    await retype('Largest file', '2500 MB')
    await userEvent.click(screen.getByRole('switch', { name: 'Require content approval' }))
    expect(screen.getByText('4 changes')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      siteName: 'Noir',
      siteDescription: '',
      requireContentApproval: true,
      maxUploadBytes: 2.5e9,
    })
    expect(await screen.findByText(/Last changed by viewer/)).toBeTruthy()
    expect(screen.getByText('No changes.')).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Save settings' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    await userEvent.click(button)
    expect(await screen.findByText('No changes')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  })

  it('take what somebody else has saved, but for what was typed', async () => {
    let stored = makeSettings()
    const { queryClient, sent } = renderSettings({
      [loadSettings]: () => stored,
      [save]: ({ body }: SentRequest) => {
        stored = { ...stored, ...(body as object) }
        return stored
      },
    })
    await retype('Site name', 'Noir')
    stored = makeSettings({
      siteName: 'Theirs',
      maintenanceMode: true,
      quotaBytes: 7e10,
      updatedAt: '2026-11-20T11:00:00.000Z',
      updatedBy: { id: 4, username: 'other' },
    })
    await queryClient.invalidateQueries({ queryKey: key('admin', 'settings') })
    expect(await screen.findByText(/Last changed by other/)).toBeTruthy()
    expect((await field('Site name')).value).toBe('Noir')
    expect((await field('Storage per account')).value).toBe('70 GB')
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Maintenance mode' }).checked).toBe(true)
    expect(screen.getByText('1 change')).toBeTruthy()
    await userEvent.click(screen.getByRole('switch', { name: 'Maintenance mode' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      siteName: 'Noir',
      maintenanceMode: false,
    })
  })

  it('are what the rest of the site goes by at once, and nothing that only administrators see', async () => {
    let stored = makeSettings()
    const { queryClient } = renderSettings({
      [loadSettings]: () => stored,
      [save]: ({ body }: SentRequest) => {
        stored = makeSettings(body as object)
        return stored
      },
    })
    queryClient.setQueryData(key('site', 'legal', 'terms'), { body: 'Welcome to Nocturne.' })
    await retype('Site name', 'Noir')
    await retype('Longest video', '2 h')
    await retype('Storage per account', '60')
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    expect(queryClient.getQueryData(key('site', 'settings'))).toEqual({
      ...publicSettings,
      siteName: 'Noir',
      maxDuration: 7200,
    })
    expect(queryClient.getQueryState(key('site', 'legal', 'terms'))?.isInvalidated).toBe(true)
  })

  it('limit watch histories, and never to nothing', async () => {
    const { sent } = renderSettings({ [save]: makeSettings({ historyLimit: 2500 }) })
    const limit = await retype('Videos kept in watch history', '0')
    const submit = screen.getByRole('button', { name: 'Save settings' })
    await userEvent.click(submit)
    expect(await screen.findByText('Enter a number from 50 to 10,000.')).toBeTruthy()
    expect(document.activeElement).toBe(limit)
    await retype('Videos kept in watch history', '2500')
    await userEvent.click(submit)
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { historyLimit: 2500 },
    ])
  })

  it('say when they could not be loaded', async () => {
    renderSettings({ [loadSettings]: problem(500, 'internal', 'Broken.') })
    expect(await screen.findByText('Failed to load site settings. Broken.')).toBeTruthy()
    expect(screen.getByText('Error')).toBeTruthy()
  })

  it('keep what was typed when saving fails, and say what is wrong where it is', async () => {
    let answer: unknown = problem(500, 'internal', 'Broken.')
    renderSettings({ [save]: () => answer })
    const name = await retype('Site name', 'Noir')
    const least = await retype('Shortest video', '61 minutes')
    const submit = screen.getByRole('button', { name: 'Save settings' })
    await userEvent.click(submit)
    expect(await screen.findByText('Enter a time from 1 second to 60 minutes, e.g. 90 seconds.')).toBeTruthy()
    expect(document.activeElement).toBe(least)
    await retype('Shortest video', '90 s')
    await userEvent.click(submit)
    expect(await screen.findByText('Broken.')).toBeTruthy()
    expect(screen.getByText('Failed to update settings. Broken.')).toBeTruthy()

    const message = "The shortest duration can't exceed the longest."
    answer = problem(400, 'invalid_input', message, [{ path: 'minDuration', message }])
    await userEvent.click(submit)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(least.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(least)
    expect(name.value).toBe('Noir')
    expect(least.value).toBe('90 s')
  })

  it('show a refusal at each field but the switches', async () => {
    const settings = makeSettings()
    const { configured } = settings
    const values = toValues(settings)
    const names = Object.entries(values)
      .filter(([name, value]) => typeof value !== 'boolean' && name !== 'newRegions')
      .map(([name]) => name)
    const faults = names.map((path) => ({ path, message: `About ${path}.` }))
    renderSettings({
      [loadSettings]: { ...settings, configured: { ...configured, cardProcessors: ['verotel', 'ccbill'] } },
      [save]: problem(400, 'invalid_input', 'Refused.', faults),
    })
    await retype('Site name', 'Noir')
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    await screen.findByText('About siteName.')
    expect(names.filter((name) => screen.queryByText(`About ${name}.`) === null)).toEqual([])
  })

  it.each([
    ['Site name', '', 'Enter a name.'],
    ['Contact email', 'nobody', 'Please enter a valid email address.'],
    ['Largest file', 'much', 'Enter a size, e.g. 4 GB or 500 MB.'],
    ['Largest file', '500 kB', 'Enter at least 1 MB.'],
    ['Longest video', '25 hours', 'Enter a time from 1 second to 24 hours, e.g. 90 seconds.'],
  ])('are checked first: %s %j', async (name, typed, sentence) => {
    const { sent } = renderSettings()
    const input = await retype(name, typed)
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(document.activeElement).toBe(input)
    expect(sent.some(({ method }) => method === 'PATCH')).toBe(false)
  })
})

describe('the last changes', () => {
  it('come from the audit log', async () => {
    renderSettings(
      {
        'GET /api/admin/audit?subject=settings': [
          makeEntry(1, {
            action: 'settings.update',
            subject: 'settings',
            subjectId: 'site',
            details: { before: { quotaBytes: 5e10 }, after: { quotaBytes: 1e11 } },
          }),
        ],
        'GET /api/admin/audit?subject=legal': [],
      },
      '&view=changes',
    )
    const settings = within(await screen.findByRole('region', { name: 'Settings' }))
    const [, row] = within(await settings.findByRole('table', { name: 'Changes' })).getAllByRole('row')
    expect(row?.textContent).toBe('quota bytes50 GB100 GB')
    expect(await screen.findByText('No changes yet.')).toBeTruthy()
    await expectAccessible()
  })
})

describe('the look', () => {
  it('is set without a build: colour, sections, links', async () => {
    const { sent } = renderSettings({ [save]: (_: SentRequest) => makeSettings({ accent: '#4dd0e1' }) })
    const accent = await retype('Accent colour', '#000080')
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText(/its contrast is 1(\.\d)?:1, and text needs at least 4.5:1/)).toBeTruthy()
    expect(document.activeElement).toBe(accent)
    await retype('Accent colour', '#4DD0E1')
    await userEvent.click(screen.getByRole('switch', { name: 'Premium offer' }))
    await userEvent.click(screen.getByRole('button', { name: 'Move Recently Added up' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add link' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Name of link 1' }), 'Blog')
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText(/^Link 1 needs a name, and a URL/)).toBeTruthy()
    await userEvent.type(screen.getByRole('textbox', { name: 'URL of link 1' }), 'https://blog.example.com')
    expect(screen.getByText('3 changes')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      accent: '#4dd0e1',
      homeSections: ['hero', 'continue', 'popularFree', 'recent', 'premium', 'trending', 'following'],
      footerLinks: [{ label: 'Blog', url: 'https://blog.example.com' }],
    })
    const { style } = document.documentElement
    expect(style.getPropertyValue('--color-accent')).toBe('#4dd0e1')
    style.removeProperty('--color-accent')
    await expectAccessible()
  })

  it('takes a logo as soon as it is chosen, and lets it go', async () => {
    const logo = { url: '/api/logo/abc', width: 300, height: 60 }
    let stored = makeSettings()
    renderSettings({
      [loadSettings]: () => stored,
      'PUT /api/admin/settings/logo': () => {
        stored = makeSettings({ logo })
        return stored
      },
      [save]: () => {
        stored = makeSettings()
        return stored
      },
    })
    await field('Site name')
    const large = new File([new Uint8Array(100_001)], 'large.png', { type: 'image/png' })
    const chooser = screen.getByLabelText('Logo file')
    await userEvent.upload(chooser, large)
    expect(await screen.findByText('A logo can be up to 100 kB large.')).toBeTruthy()
    await userEvent.upload(chooser, new File(['x'], 'logo.png', { type: 'image/png' }))
    expect(await screen.findByRole('img', { name: 'Nocturne' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove logo' }))
    expect(await screen.findByRole('button', { name: 'Choose logo' })).toBeTruthy()
  })
})
