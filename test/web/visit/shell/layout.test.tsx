import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { expectAccessible } from '../../support/axe'
import { makeUser, renderSite } from '../../support/site'

const header = () => within(screen.getByRole('banner'))

async function openMenu(name = 'Account menu'): Promise<HTMLElement> {
  await userEvent.click(await header().findByRole('button', { name }))
  const menu = await screen.findByRole('menu')
  // It takes no key before.
  await waitFor(() => expect(document.activeElement).toBe(menu))
  return menu
}

describe('header', () => {
  it('offers a visitor to sign in, and nothing of an account', async () => {
    renderSite('/nowhere')
    expect(header().getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/signin')
    for (const name of ['Sign Up', 'Upload Video']) {
      expect(header().queryByRole('link', { name })).toBeNull()
    }
    expect(header().queryByRole('button', { name: /^Account menu/ })).toBeNull()
    await screen.findByRole('heading', { name: '404 Page Not Found' })
    await expectAccessible()
  })

  it('offers an account its menu, and uploading at once', async () => {
    renderSite('/nowhere', { viewer: makeUser({ isPremium: true, unread: 3 }) })
    const upload = await header().findByRole('link', { name: 'Upload Video' })
    expect(upload.getAttribute('href')).toBe('/upload-video')
    expect(header().queryByRole('link', { name: 'Sign In' })).toBeNull()
    const menu = await openMenu('Account menu, 3 unread')
    expect(within(menu).getByText('viewer')).toBeTruthy()
    expect(within(menu).getByText('Premium')).toBeTruthy()
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => [item.textContent, item.getAttribute('href')]),
    ).toEqual([
      ['My Account', '/account'],
      ['My Videos', '/my-videos'],
      ['Upload Video', '/upload-video'],
      ['Notifications3unread', '/notifications'],
      ['Following', '/following'],
      ['Lists', '/account?tab=lists'],
      ['Watch History', '/account?tab=history'],
      ['Subscription', '/account?tab=subscription'],
      ['Settings', '/account?tab=settings'],
      ['Discreet mode', null],
      ['Log Out', null],
    ])
    await expectAccessible()
  })

  it('shows the control panel to administrators', async () => {
    renderSite('/nowhere', { viewer: makeUser({ isAdmin: true }) })
    const menu = within(await openMenu())
    expect(menu.getByRole('menuitem', { name: 'Admin' }).getAttribute('href')).toBe('/admin')
    expect(menu.getByText('Site owner')).toBeTruthy()
  })

  it('leads by the keys of the account menu, and closes it with the page', async () => {
    renderSite('/nowhere', {
      viewer: makeUser(),
      answers: { '/api/videos?isPremium=true&limit=20': [] },
    })
    const button = await header().findByRole('button', { name: 'Account menu' })
    expect(button.getAttribute('aria-haspopup')).toBe('menu')
    button.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menu')
    await waitFor(() => expect(button.isConnected && document.activeElement === button).toBe(false))
    await header().findByRole('button', { name: 'Account menu', expanded: true })
    await userEvent.keyboard('{Escape}')
    const opener = await header().findByRole('button', { name: 'Account menu', expanded: false })
    await waitFor(() => expect(document.activeElement).toBe(opener))
    await userEvent.keyboard('{ArrowDown}')
    await screen.findByRole('menuitem', { name: 'My Account' })
    await waitFor(() => expect(document.activeElement?.role).toBe('menu'))
    await userEvent.keyboard('{End}sub{Enter}')
    await waitFor(() => expect(window.location.search).toBe('?tab=subscription'))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    const tab = await screen.findByRole('tab', { name: 'Subscription' })
    expect(tab.getAttribute('aria-selected')).toBe('true')
    const menu = within(await openMenu())
    expect(menu.getByRole('menuitem', { current: 'page' }).textContent).toBe('Subscription')
    act(() => history.back())
    await screen.findByRole('heading', { name: '404 Page Not Found' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    act(() => history.forward())
    await screen.findByRole('tab', { name: 'Subscription' })
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it.each(['/following', '/admin'])('logs out on %s without calling anyone a stranger', async (path) => {
    const { queryClient } = renderSite(path, {
      viewer: makeUser({ isAdmin: true }),
      answers: { '/api/auth/logout': new Response(null, { status: 204 }) },
    })
    await screen.findByRole('heading', { level: 1 })
    await openMenu()
    await userEvent.keyboard('{End}{Enter}')
    expect(await screen.findByText('You have been successfully logged out.')).toBeTruthy()
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(queryClient.getQueryData(viewerQuery.queryKey)).toBeNull()
    expect(await header().findByRole('link', { name: 'Sign In' })).toBeTruthy()
    expect(screen.queryByText(/^Authentication required$/i)).toBeNull()
  })

  it('turns on discreet mode from the account menu, and gives the focus back', async () => {
    renderSite('/nowhere', { viewer: makeUser() })
    // As a screen reader or a voice clicks: no pointer comes near.
    fireEvent.click(within(await openMenu()).getByRole('menuitem', { name: 'Discreet mode' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'This browser' }))
    expect(dialog.getByRole('switch', { name: 'Discreet mode' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() =>
      expect(document.activeElement).toBe(header().getByRole('button', { name: 'Account menu' })),
    )
  })

  it('marks the page one is on', () => {
    renderSite('/premium', { answers: { '/api/videos?isPremium=true&limit=20': [] } })
    expect(header().getByRole('link', { name: 'Premium' }).getAttribute('aria-current')).toBe('page')
    expect(header().getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull()
  })

  it('lists the categories behind the arrow, until Escape', async () => {
    renderSite('/nowhere')
    const arrow = header().getByRole('button', { name: 'Show all categories' })
    const all = header().getByRole('link', { name: 'Categories' })
    await userEvent.click(arrow)
    const link = await header().findByRole('link', { name: /Fractals/ })
    expect(link.getAttribute('href')).toBe('/categories/fractals')
    link.focus()
    await userEvent.keyboard('{Escape}')
    expect(header().queryByRole('link', { name: /Fractals/ })).toBeNull()
    expect(document.activeElement).toBe(all)
    expect(arrow.getAttribute('aria-expanded')).toBe('false')

    await userEvent.keyboard('{ArrowDown}')
    expect(arrow.getAttribute('aria-expanded')).toBe('true')
    const first = within(await header().findByRole('list')).getAllByRole('link')[0] as HTMLElement
    await userEvent.tab()
    expect(document.activeElement).toBe(first)
    // In the list the key scrolls, as ever.
    expect(fireEvent.keyDown(first, { key: 'ArrowDown' })).toBe(true)
  })

  it('has plain links, and one tab stop for all categories, within which the arrow keys move', async () => {
    renderSite('/categories/fractals')
    const chip = await screen.findByRole('link', { name: 'Fractals', current: 'page' })
    expect(screen.queryByRole('toolbar')).toBeNull()
    const chips = screen.getByRole('navigation', { name: 'Categories' })
    const links = within(chips).getAllByRole('link')
    const stops = () => links.filter(({ tabIndex }) => tabIndex === 0)
    expect(stops()).toEqual([chip])
    chip.focus()
    await userEvent.keyboard('{ArrowLeft>20/}')
    expect(document.activeElement).toBe(links[0])
    expect(stops()).toEqual([links[0]])
    await userEvent.keyboard('{ArrowRight}{Alt>}{ArrowRight}{/Alt}')
    expect(document.activeElement).toBe(links[1])
    // Home and End scroll the page, as on any link.
    expect(['Home', 'End'].map((key) => fireEvent.keyDown(links[1] as Element, { key }))).toEqual([
      true,
      true,
    ])
    // Left, it is entered at the current chip again.
    act(() => header().getByRole('link', { name: 'Premium' }).focus())
    expect(stops()).toEqual([chip])
    await userEvent.tab()
    expect(document.activeElement).toBe(header().getByRole('combobox', { name: 'Search videos' }))
  })

  it('has a menu on a phone with both ways to an account', async () => {
    renderSite('/nowhere')
    await userEvent.click(header().getByRole('button', { name: 'Menu' }))
    const menu = within(await header().findByRole('navigation', { name: 'Menu' }))
    expect(menu.getByRole('link', { name: 'Explore' }).getAttribute('href')).toBe('/categories')
    expect(header().getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/signup')
    await expectAccessible()
  })

  it('has the pages of an account in the menu on a phone', async () => {
    renderSite('/following', { viewer: makeUser({ isAdmin: true }) })
    await userEvent.click(header().getByRole('button', { name: 'Menu' }))
    const menu = within(await header().findByRole('navigation', { name: 'Menu' }))
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      ...['Home', 'Explore', 'Premium', 'My Account', 'My Videos', 'Upload Video', 'Admin', 'Notifications'],
      ...['Following', 'Lists', 'Watch History', 'Subscription', 'Settings'],
    ])
    expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('Following')
  })
})

describe('search box', () => {
  it('is focused by a slash, but not while one types', async () => {
    renderSite('/nowhere')
    const box = header().getByRole('combobox', { name: 'Search videos' })
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(box)
    await userEvent.keyboard('a/b')
    expect((box as HTMLInputElement).value).toBe('a/b')
  })

  it('leads to the results', async () => {
    const { requests } = renderSite('/nowhere', { answers: { '/api/search?q=blue+hour': [] } })
    const box = header().getByPlaceholderText('Search videos...')
    await userEvent.type(box, ' blue hour {Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: /Results for/ })).toBeTruthy()
    await waitFor(() => expect(requests).toContain('/api/search?q=blue+hour'))
  })

  it('goes nowhere without words', async () => {
    renderSite('/nowhere')
    await userEvent.type(header().getByRole('combobox'), '   {Enter}')
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  })

  it('opens from the button on a phone and takes the focus', async () => {
    renderSite('/nowhere')
    await userEvent.click(header().getByRole('button', { name: 'Search' }))
    const boxes = header().getAllByRole('combobox')
    expect(boxes).toHaveLength(2)
    expect(document.activeElement).toBe(boxes[1])
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(header().getByRole('button', { name: 'Search' }))
  })
})

describe('shell', () => {
  it('has a bar of four tabs', () => {
    renderSite('/nowhere')
    const tabs = within(screen.getByRole('navigation', { name: 'Tabs' })).getAllByRole('link')
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Explore', '/categories'],
      ['Premium', '/premium'],
      ['Account', '/account'],
    ])
  })

  it('says in the footer whom it shows, this year', async () => {
    renderSite('/nowhere')
    const footer = await screen.findByRole('contentinfo')
    expect(footer.textContent).toContain('All models are 18 years of age or older.')
    expect(footer.textContent).toContain(`© ${new Date().getFullYear()} Nocturne`)
    for (const path of ['/terms', '/privacy', '/2257', '/dmca', '/removal', '/contact']) {
      expect(footer.querySelector(`a[href="${path}"]`)).toBeTruthy()
    }
  })

  it('names the document and moves the focus to the heading of the next page', async () => {
    renderSite('/nowhere', { answers: { '/api/videos?isPremium=true&limit=20': [] } })
    await waitFor(() => expect(document.title).toBe('404 Page Not Found · Nocturne'))
    await userEvent.click(header().getByRole('link', { name: 'Premium' }))
    const heading = await screen.findByRole('heading', { level: 1, name: 'Unlock Exclusive Adult Content' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toBe('Premium · Nocturne')
  })

  it('takes the focus from anything else that took it before the next page is shown', async () => {
    renderSite('/nowhere', { answers: { '/api/videos?isPremium=true&limit=20': [] } })
    await screen.findByRole('heading', { level: 1, name: '404 Page Not Found' })
    act(() => {
      fireEvent.click(header().getByRole('link', { name: 'Premium' }))
      // A closing menu moves the focus there, too.
      header().getByRole('button', { name: 'Menu' }).focus()
    })
    const heading = await screen.findByRole('heading', { level: 1, name: 'Unlock Exclusive Adult Content' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  it('leaves what is typed in the search box before the next page is shown, and the focus', async () => {
    renderSite('/search?q=light', {
      answers: {
        '/api/videos?isPremium=true&limit=20': [],
        '/api/search?q=light': [],
        '/api/search?q=blue': [],
      },
    })
    await screen.findByRole('heading', { level: 1, name: 'Results for light' })
    const box = header().getByRole<HTMLInputElement>('combobox', { name: 'Search videos' })
    act(() => {
      fireEvent.click(header().getByRole('link', { name: 'Premium' }))
      box.focus()
      fireEvent.input(box, { target: { value: 'blue' } })
    })
    await screen.findByRole('heading', { level: 1, name: 'Unlock Exclusive Adult Content' })
    expect(document.activeElement).toBe(box)
    expect(box.value).toBe('blue')
    await userEvent.keyboard('{Enter}')
    const results = await screen.findByRole('heading', { level: 1, name: 'Results for blue' })
    await waitFor(() => expect(document.activeElement).toBe(results))
    await userEvent.click(header().getByRole('link', { name: 'Premium' }))
    await waitFor(() => expect(box.value).toBe(''))
  })

  it('shows a page of plain text with its headings', async () => {
    renderSite('/terms', {
      answers: {
        '/api/legal/terms': {
          slug: 'terms',
          title: 'Terms of Service',
          body: 'First.\n\n## Who may\n\nAdults\nonly <b>here</b>.\n\n- one;\n- two.\n\n• three;\n• four.\n\nWrite to dmca@example.org. See https://example.org/removal.',
          version: 3,
          publishedAt: '2026-10-01T00:00:00.000Z',
        },
      },
    })
    expect(await screen.findByRole('heading', { level: 2, name: 'Who may' })).toBeTruthy()
    expect(screen.getByText(/only <b>here<\/b>\./)).toBeTruthy()
    const points = within(screen.getByRole('article')).getAllByRole('listitem')
    expect(points.map((point) => point.textContent)).toEqual(['one;', 'two.', 'three;', 'four.'])
    const links = within(screen.getByRole('article')).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'mailto:dmca@example.org',
      'https://example.org/removal',
    ])
    expect(screen.getByText(/Version 3/)).toBeTruthy()
  })
})

describe('toasts', () => {
  /** Renders the layout with its toasts, whose card is loaded after the page. */
  async function renderWithToasts() {
    renderSite('/nowhere')
    await act(async () => void (await import('#web/ui/feedback/toast-card.tsx')))
  }

  it('shows one at a time, the last one', async () => {
    await renderWithToasts()
    act(() => toast({ title: 'First' }))
    act(() => errorToast('Second', 'Of two'))
    expect(screen.queryByText('First')).toBeNull()
    expect(screen.getByText('Second')).toBeTruthy()
    expect(screen.getByText('Of two')).toBeTruthy()
  })

  it('takes it away after five seconds, not while it is hovered', async () => {
    await renderWithToasts()
    vi.useFakeTimers()
    act(() => toast({ title: 'Saved' }))
    fireEvent.pointerEnter(screen.getByText('Saved'))
    act(() => vi.advanceTimersByTime(10_000))
    expect(screen.getByText('Saved')).toBeTruthy()
    fireEvent.pointerLeave(screen.getByText('Saved'))
    act(() => vi.advanceTimersByTime(4999))
    expect(screen.getByText('Saved')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('is reached by F8 and closed by its button', async () => {
    await renderWithToasts()
    act(() => toast({ title: 'Saved' }))
    await userEvent.keyboard('{F8}')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notifications (F8)' }))
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it.each([
    [49, true],
    [50, false],
    [-50, false],
  ])('swiped by %i px stays: %s', async (distance, stays) => {
    await renderWithToasts()
    act(() => toast({ title: 'Saved' }))
    const card = screen.getByText('Saved')
    fireEvent.pointerDown(card, { clientX: 100 })
    fireEvent.pointerMove(card, { clientX: 100 + distance })
    fireEvent.pointerUp(card, { clientX: 100 + distance })
    expect(screen.queryByText('Saved') !== null).toBe(stays)
  })
})
