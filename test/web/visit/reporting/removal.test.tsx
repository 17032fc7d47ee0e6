import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { LegalPage } from '#web/app/pages/visit/legal.tsx'
import { RemovalReceiptPage } from '#web/app/pages/visit/removal-receipt.tsx'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeRemovalReceipt } from '../../support/safety'
import { makeUser, settings } from '../../support/site'

const text = {
  slug: 'removal',
  title: 'Content Removal',
  body: 'Are you in a video?',
  version: 1,
  publishedAt: '2026-10-01T00:00:00.000Z',
}
const statement = 'I am the person in it, and never agreed.'

function renderForm(options: PageOptions = {}, path = '/removal') {
  return renderPage(path, '/removal', <LegalPage page="removal" />, {
    ...options,
    answers: { 'GET /api/legal/removal': text, ...options.answers },
  })
}

async function fillForm() {
  await userEvent.type(await screen.findByLabelText('URL of the page'), 'https://example.org/video/1')
  await userEvent.selectOptions(screen.getByLabelText('Reason'), 'without_consent')
  await userEvent.selectOptions(screen.getByLabelText('Your relationship to the video'), 'depicted')
  await userEvent.type(screen.getByLabelText('What should be removed, and why?'), statement)
  await userEvent.type(screen.getByLabelText('Your name'), 'Anna Example')
  await userEvent.type(screen.getByLabelText('Email'), 'anna@example.org')
  await userEvent.click(
    screen.getByLabelText('I state in good faith that the information in this request is accurate.'),
  )
  await userEvent.type(screen.getByLabelText('Signature'), 'Anna Example')
}

describe('the removal form', () => {
  it('knows the list that it was opened for', async () => {
    const key = 'k'.repeat(22)
    renderForm({}, `/removal?list=${key}`)
    const url = await screen.findByLabelText<HTMLInputElement>('URL of the page')
    expect(url.value).toBe(`${settings.siteUrl}/list/${key}`)
    expect(screen.getByText(/This is a list's page/)).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Reason'), 'without_consent')
    // No video is hidden for it.
    expect(screen.queryByText(/We usually hide the video/)).toBeNull()
  })

  it.each([`https://other.example/list/${'k'.repeat(22)}`, `${settings.siteUrl}/list/1`])(
    'takes %s for no list',
    async (address) => {
      renderForm()
      await userEvent.type(await screen.findByLabelText('URL of the page'), address)
      expect(screen.queryByText(/This is a list's page/)).toBeNull()
      await userEvent.selectOptions(screen.getByLabelText('Reason'), 'without_consent')
      expect(screen.getByText(/We usually hide the video/)).toBeTruthy()
    },
  )

  it('stands under the text, and leads to the receipt', async () => {
    const { sent } = renderForm({
      answers: { 'POST /api/removal-requests': Response.json(makeRemovalReceipt(), { status: 201 }) },
    })
    await fillForm()
    expect(screen.getByText('Are you in a video?')).toBeTruthy()
    expect(screen.getByText(/^Without consent: .*made or changed with AI/)).toBeTruthy()
    expect(screen.getByText(/We usually hide the video as soon as you send this/)).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/removal/aaaabbbbccccdddd')
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      {
        url: 'https://example.org/video/1',
        reason: 'without_consent',
        relation: 'depicted',
        statement,
        name: 'Anna Example',
        email: 'anna@example.org',
        goodFaith: true,
        signature: 'Anna Example',
      },
    ])
  })

  it('says of every field what is missing, and sends nothing', async () => {
    const { sent } = renderForm()
    await userEvent.click(await screen.findByRole('button', { name: 'Send request' }))
    for (const sentence of [
      "Enter the URL of the video's page.",
      'Please choose a reason.',
      'Please choose your relationship to the video.',
      'Please describe what should be removed and why, using at least 20 characters.',
      'Please give your name.',
      'Please enter a valid email address.',
      'Please confirm that the information is accurate.',
      'Please sign with your name.',
    ]) {
      expect(screen.getByText(sentence)).toBeTruthy()
    }
    expect(document.activeElement).toBe(screen.getByLabelText('URL of the page'))
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
    await expectAccessible()
  })

  it('keeps what was typed when the server refuses, and says so at the field', async () => {
    const errors = [{ path: 'url', message: 'That is no address.' }]
    renderForm({
      answers: { 'POST /api/removal-requests': problem(400, 'invalid_input', 'Please check.', errors) },
    })
    await fillForm()
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }))
    expect(await screen.findByText('That is no address.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('What should be removed, and why?').value).toBe(
      statement,
    )
    expect(screen.getByLabelText<HTMLInputElement>('Signature').value).toBe('Anna Example')
  })

  it('knows the video whose page one came from, and the address of whoever is signed in', async () => {
    renderForm({ viewer: makeUser({ email: 'viewer@example.org' }) }, '/removal?video=12')
    const url = await screen.findByLabelText<HTMLInputElement>('URL of the page')
    expect(url.value).toBe(`${settings.siteUrl}/video/12`)
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('viewer@example.org')
  })

  it('fills in no address that names no video', async () => {
    renderForm({}, '/removal?video=1.5')
    expect((await screen.findByLabelText<HTMLInputElement>('URL of the page')).value).toBe('')
  })

  it('is there when the text can not be loaded', async () => {
    renderForm({ answers: { 'GET /api/legal/removal': problem(500, 'internal', 'Broken.') } })
    expect(await screen.findByRole('button', { name: 'Send request' })).toBeTruthy()
  })
})

describe('the receipt of a request', () => {
  function renderReceipt(answer: unknown) {
    return renderPage('/removal/aaaabbbbccccdddd', '/removal/:token', <RemovalReceiptPage />, {
      answers: { 'GET /api/removal-requests/aaaabbbbccccdddd': answer },
    })
  }

  it('counts down to the decision', async () => {
    renderReceipt(makeRemovalReceipt())
    expect(await screen.findByText('41 h 0 min left')).toBeTruthy()
    expect(screen.getByText('aaaabbbbccccdddd')).toBeTruthy()
    const bar = screen.getByRole('progressbar', { name: 'Time elapsed' })
    expect(bar.getAttribute('aria-valuenow')).toBe('15')
    expect(screen.getByText("The video can't be seen while this is open.")).toBeTruthy()
    await expectAccessible()
  })

  it('admits that it is late', async () => {
    renderReceipt(makeRemovalReceipt({ dueAt: new Date(Date.now() - 1000).toISOString(), hidden: false }))
    expect(await screen.findByText('Overdue')).toBeTruthy()
    expect(screen.getByText('The video can still be seen while this is open.')).toBeTruthy()
  })

  it('says nothing of a video where the address led to none', async () => {
    renderReceipt(makeRemovalReceipt({ videoTitle: null, hidden: false }))
    expect(await screen.findByText("We're looking at the URL you gave.")).toBeTruthy()
    expect(screen.queryByText(/The video can/)).toBeNull()
  })

  it('says what was decided, without a clock', async () => {
    const decision = { at: '2026-11-21T08:00:00.000Z', note: 'You are not in this video.' }
    renderReceipt(makeRemovalReceipt({ status: 'refused', decision }))
    expect(await screen.findByText('The video was not removed.')).toBeTruthy()
    expect(screen.getByText('You are not in this video.')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('says of a list only that its link opens nothing', async () => {
    const decision = { at: '2026-11-21T08:00:00.000Z', note: 'Its name offers what is forbidden.' }
    renderReceipt(makeRemovalReceipt({ videoTitle: null, ofList: true, status: 'removed', decision }))
    expect(await screen.findByText('The link you reported no longer opens anything.')).toBeTruthy()
    expect(screen.queryByText(/no longer on the site/)).toBeNull()
  })

  it('says of a removal that an appeal took back that it was', async () => {
    const decision = { at: '2026-11-21T08:00:00.000Z', note: 'There was no consent.' }
    const takenBackAt = '2026-11-25T08:00:00.000Z'
    renderReceipt(makeRemovalReceipt({ status: 'removed', hidden: false, decision, takenBackAt }))
    expect(await screen.findByText('The removal was reversed on appeal.')).toBeTruthy()
    expect(document.querySelector(`time[datetime="${takenBackAt}"]`)).toBeTruthy()
    expect(screen.queryByText('Removed')).toBeNull()
    await expectAccessible()
  })

  it('doesn’t say that something is gone which an appeal brought back', async () => {
    const decision = { at: '2026-11-21T08:00:00.000Z', note: 'There was no consent.' }
    const takenBackAt = '2026-11-25T08:00:00.000Z'
    renderReceipt(makeRemovalReceipt({ videoTitle: null, status: 'removed', decision, takenBackAt }))
    expect(await screen.findByText('The video was removed from the site.')).toBeTruthy()
    expect(screen.getByText('The removal was reversed on appeal.')).toBeTruthy()
    expect(screen.queryByText(/no longer on the site/)).toBeNull()
  })

  it('leads to the form from an address that is wrong', async () => {
    renderReceipt(problem(404, 'not_found', 'There is no such request.'))
    const link = await screen.findByRole('link', { name: 'Request a removal' })
    expect(link.getAttribute('href')).toBe('/removal')
  })
})
