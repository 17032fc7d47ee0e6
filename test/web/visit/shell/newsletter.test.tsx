import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { NewsIssue } from '#contract/schemas/site/newsletter'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { Footer } from '#web/features/visit/shell/footer.tsx'
import { expectAccessible } from '../../support/axe'
import { intersect } from '../../support/browser/intersect'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeUser } from '../../support/site'

describe('the box in the footer', () => {
  async function renderBox(answers: NonNullable<PageOptions['answers']> = {}) {
    const page = renderPage('/', '/', <Footer />, { answers })
    act(() => intersect.all())
    return { ...page, box: await screen.findByLabelText('Newsletter') }
  }
  const button = () => screen.getByRole('button', { name: 'Subscribe' })

  it('comes when the footer does', async () => {
    renderPage('/', '/', <Footer />)
    expect(screen.queryByLabelText('Newsletter')).toBeNull()
    act(() => intersect.all())
    expect(await screen.findByLabelText('Newsletter')).toBeTruthy()
    await expectAccessible()
  })

  it('asks once, and says where to look', async () => {
    const { box, sent } = await renderBox({ 'POST /api/newsletter': { requested: true } })
    await userEvent.type(box, ' ada@example.org {Enter}')
    const done = await screen.findByText(/We've sent a link to ada@example.org/)
    expect(document.activeElement).toBe(done)
    expect(sent).toEqual([{ method: 'POST', path: '/api/newsletter', body: { email: 'ada@example.org' } }])
    await expectAccessible()
  })

  it('can be asked for another address', async () => {
    const { box, sent } = await renderBox({ 'POST /api/newsletter': { requested: true } })
    await userEvent.type(box, 'ada@example.orgg{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Use a different address' }))
    const again = screen.getByLabelText('Newsletter')
    expect(document.activeElement).toBe(again)
    await userEvent.type(again, '{Backspace}{Enter}')
    await screen.findByText(/We've sent a link to ada@example.org\./)
    expect(sent.map(({ body }) => body)).toEqual([
      { email: 'ada@example.orgg' },
      { email: 'ada@example.org' },
    ])
  })

  it('keeps nothing that was typed for whoever comes next', async () => {
    const { box, queryClient } = await renderBox()
    await userEvent.type(box, 'ada@example.org')
    act(() => void queryClient.setQueryData(viewerQuery.queryKey, makeUser()))
    await waitFor(() => expect(screen.getByLabelText('Newsletter').getAttribute('value')).toBe(''))
  })

  it('sends nothing that is no address', async () => {
    const { box, sent } = await renderBox()
    await userEvent.type(box, 'ada')
    await userEvent.click(button())
    expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(sent).toEqual([])
  })

  it('says what the server says, and keeps what was typed', async () => {
    const refusal = 'Too many newsletter requests. Try again in 60 minutes.'
    const { box } = await renderBox({ 'POST /api/newsletter': problem(429, 'rate_limited', refusal) })
    await userEvent.type(box, 'ada@example.org{Enter}')
    expect(await screen.findByText(refusal)).toBeTruthy()
    expect((box as HTMLInputElement).value).toBe('ada@example.org')
  })
})

describe('News in the control panel', () => {
  const list = 'GET /api/admin/news'

  function issue(id: number, over: Partial<NewsIssue> = {}): NewsIssue {
    return {
      id,
      subject: `News ${id}`,
      createdAt: '2026-01-02T03:04:05.000Z',
      createdBy: 'boss',
      queued: 40,
      finishedAt: '2026-01-02T03:09:05.000Z',
      ...over,
    }
  }

  function renderNews(answers: NonNullable<PageOptions['answers']>) {
    return renderPage('/admin?tab=mail&view=news', '/admin', <AdminPage />, {
      viewer: makeUser({ isAdmin: true }),
      answers,
    })
  }

  it('shows what went out, and how far the last ones are', async () => {
    renderNews({ [list]: [issue(2, { finishedAt: null, queued: 50 }), issue(1)] })
    const table = await screen.findByRole('table', { name: 'News' })
    const [, going, gone] = within(table).getAllByRole('row')
    expect(going?.textContent).toMatch(/News 2.*boss.*50.*Going out/)
    expect(gone?.textContent).toMatch(/News 1.*boss.*40.*Queued/)
    await expectAccessible()
  })

  it('writes and sends, and shows it in the list', async () => {
    let news: NewsIssue[] = []
    const { sent } = renderNews({
      [list]: () => news,
      'POST /api/admin/news': () => {
        news = [issue(1, { subject: 'What is new', finishedAt: null })]
        return Response.json(news[0], { status: 201 })
      },
    })
    expect(await screen.findByRole('heading', { name: 'No newsletters yet' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'New newsletter' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New newsletter' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
    expect(dialog.getByText('Enter a subject of at least 3 characters.')).toBeTruthy()
    expect(sent.every(({ method }) => method === 'GET')).toBe(true)
    await userEvent.type(dialog.getByLabelText('Subject'), 'What is new')
    await userEvent.type(dialog.getByLabelText('Text'), 'There are new videos for you.')
    await expectAccessible()
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('What is new')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      subject: 'What is new',
      body: 'There are new videos for you.',
    })
  })

  it('keeps what was written when the server refuses', async () => {
    const refusal = 'There are no newsletter subscribers yet.'
    renderNews({ [list]: [], 'POST /api/admin/news': problem(409, 'conflict', refusal) })
    await userEvent.click(await screen.findByRole('button', { name: 'New newsletter' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Subject'), 'What is new')
    await userEvent.type(dialog.getByLabelText('Text'), 'There are new videos for you.')
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
    expect(await dialog.findByText(refusal)).toBeTruthy()
    expect((dialog.getByLabelText('Subject') as HTMLInputElement).value).toBe('What is new')
  })
})
