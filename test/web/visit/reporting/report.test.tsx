import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#contract/schemas/accounts/auth'
import type { Video } from '#contract/schemas/videos/video'
import { relatedPath } from '#contract/values/videos/video-lists'
import { ReportReceiptPage } from '#web/app/pages/visit/report-receipt.tsx'
import { VideoPage } from '#web/app/pages/visit/video.tsx'
import { expectAccessible } from '../../support/axe'
import { problem, renderPage } from '../../support/page'
import { makeReportReceipt } from '../../support/safety'
import { makeUser, makeVideo } from '../../support/site'

const address = 'POST /api/videos/1/report'

beforeEach(() => {
  // jsdom has media elements that can't load.
  const proto = HTMLMediaElement.prototype
  vi.spyOn(proto, 'load').mockImplementation(() => {})
  vi.spyOn(proto, 'pause').mockImplementation(() => {})
  vi.spyOn(proto, 'canPlayType').mockReturnValue('maybe')
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function created(over: Parameters<typeof makeReportReceipt>[0] = {}): Response {
  return Response.json(makeReportReceipt(over), { status: 201 })
}

interface WatchOptions {
  answer?: unknown
  viewer?: User | null
  video?: Partial<Video>
}

function renderWatch({ answer = created(), viewer = null, video = {} }: WatchOptions = {}) {
  const url = '/media/day-1/source.mp4'
  const sources = [{ type: 'mp4' as const, url, height: 720, bandwidth: null }]
  const shown = makeVideo(1, { title: 'Convergence', videoUrl: url, sources, ...video })
  return renderPage('/video/1', '/video/:id', <VideoPage />, {
    viewer,
    answers: {
      'GET /api/videos/1': shown,
      [`GET ${relatedPath(1)}`]: [],
      [address]: answer,
    },
  })
}

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Report' }))
  return within(await screen.findByRole('dialog', { name: 'Report video' }))
}

describe('the report dialog', () => {
  it('sends reason, second, details and address, and shows the receipt', async () => {
    const { sent } = renderWatch()
    const dialog = await openDialog()
    const player = document.querySelector('video')
    fireEvent.timeUpdate(Object.assign(player ?? document.createElement('video'), { currentTime: 83.4 }))
    expect(dialog.getByText(/made or changed with AI/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('radio', { name: /^Copyright/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Use the current time' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Time in the video (optional)').value).toBe('1:23')
    await userEvent.type(dialog.getByLabelText('Details (optional)'), ' Taken from my film. ')
    await userEvent.type(dialog.getByLabelText('Email (optional)'), 'anna@example.org')
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    const receipt = within(await screen.findByRole('dialog', { name: 'Report received' }))
    expect(receipt.getByText('R-7K2M-9QXD')).toBeTruthy()
    expect(receipt.getByText(/^Thanks. We'll review it and decide by \w+ \d+, \d{4}/)).toBeTruthy()
    const link = receipt.getByRole('link', { name: 'this link' })
    expect(link.getAttribute('href')).toBe('/reports/R-7K2M-9QXD')
    await expectAccessible(screen.getByRole('dialog'))
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([
      {
        method: 'POST',
        path: '/api/videos/1/report',
        body: { reason: 'copyright', at: 83, details: 'Taken from my film.', email: 'anna@example.org' },
      },
    ])
    await userEvent.click(receipt.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Report' })))
  })

  it('asks for a reason, and for a time that is one', async () => {
    const { sent } = renderWatch()
    const dialog = await openDialog()
    await userEvent.type(dialog.getByLabelText('Time in the video (optional)'), 'late')
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(dialog.getByText("Please choose what's wrong with it.")).toBeTruthy()
    expect(dialog.getByText('Enter a time, e.g. 1:02.5')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByRole('group', { name: "What's wrong with it?" }))
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
    await expectAccessible(screen.getByRole('dialog'))
  })

  it('keeps what was typed when sending fails', async () => {
    let answer = problem(429, 'rate_limited', 'Too many reports. Try again in an hour.')
    renderWatch({ answer: () => answer })
    const dialog = await openDialog()
    await userEvent.click(dialog.getByRole('radio', { name: /^Spam/ }))
    const details = dialog.getByLabelText<HTMLTextAreaElement>('Details (optional)')
    await userEvent.type(details, 'The title lies.')
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(await dialog.findByText('Too many reports. Try again in an hour.')).toBeTruthy()
    expect(details.value).toBe('The title lies.')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Spam/ }).checked).toBe(true)
    answer = created()
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(await screen.findByRole('dialog', { name: 'Report received' })).toBeTruthy()
  })

  it('says after a grave report that the video is looked into, and plays it no more', async () => {
    renderWatch({ answer: created({ reason: 'minor' }) })
    const dialog = await openDialog()
    expect(dialog.queryByText(/We usually hide the video right away/)).toBeNull()
    await userEvent.click(dialog.getByRole('radio', { name: /^Involves a minor/ }))
    expect(dialog.getByText(/We usually hide the video right away/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    const receipt = within(await screen.findByRole('dialog', { name: 'Report received' }))
    expect(receipt.getByText('This video is under review')).toBeTruthy()
    await userEvent.click(receipt.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText(/This video was reported and is under review/)).toBeTruthy()
    expect(document.querySelector('video')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
    const title = screen.getByRole('heading', { level: 1, name: 'Convergence' })
    await waitFor(() => expect(document.activeElement).toBe(title))
  })

  it('shows the receipt of the first report to whoever reports again', async () => {
    renderWatch({ answer: makeReportReceipt({ reason: 'illegal' }) })
    const dialog = await openDialog()
    await userEvent.click(dialog.getByRole('radio', { name: /^Spam/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
    const receipt = within(await screen.findByRole('dialog', { name: "You've already reported this video" }))
    expect(receipt.getByText(/“Illegal”/)).toBeTruthy()
    const ask = receipt.getByRole('link', { name: 'Request removal' })
    expect(ask.getAttribute('href')).toBe('/removal?video=1')
  })

  it('asks nobody for an address who is signed in, and stands at nobody’s own video', async () => {
    const { unmount } = renderWatch({ viewer: makeUser() })
    const dialog = await openDialog()
    expect(dialog.queryByLabelText('Email (optional)')).toBeNull()
    unmount()
    renderWatch({ viewer: makeUser({ id: 3 }) })
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
  })

  it('offers no current time where nothing is played', async () => {
    renderWatch({ video: { isPremium: true, videoUrl: null, sources: null } })
    const dialog = await openDialog()
    expect(dialog.queryByRole('button', { name: 'Use the current time' })).toBeNull()
  })
})

describe('the receipt of a report', () => {
  function renderReceipt(answer: unknown) {
    return renderPage('/reports/R-7K2M-9QXD', '/reports/:code', <ReportReceiptPage />, {
      answers: { 'GET /api/reports/R-7K2M-9QXD': answer },
    })
  }

  it('says that an open one is looked into', async () => {
    renderReceipt(makeReportReceipt({ reason: 'minor' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Report' })).toBeTruthy()
    expect(screen.getByText('Involves a minor')).toBeTruthy()
    expect(screen.getByText('Receipt ID: R-7K2M-9QXD')).toBeTruthy()
    expect(
      screen.getByText(/within 7 business days \(Monday to Friday, UTC; public holidays count\)/),
    ).toBeTruthy()
    expect(screen.getByText(/The video is under review/)).toBeTruthy()
    await expectAccessible()
  })

  it('says what was decided, in the words of whoever did', async () => {
    const decision = { at: '2026-11-21T08:00:00.000Z', note: 'It was taken from a film.' }
    renderReceipt(makeReportReceipt({ status: 'upheld', decision }))
    expect(await screen.findByText('The video was removed from the site.')).toBeTruthy()
    expect(screen.getByText('It was taken from a film.')).toBeTruthy()
  })

  it('says of a removal that an appeal took back that it was', async () => {
    const decision = { at: '2026-11-21T08:00:00.000Z', note: 'It was taken from a film.' }
    const takenBackAt = '2026-11-25T08:00:00.000Z'
    renderReceipt(makeReportReceipt({ status: 'upheld', decision, takenBackAt }))
    expect(await screen.findByText('The removal was reversed on appeal.')).toBeTruthy()
    expect(document.querySelector(`time[datetime="${takenBackAt}"]`)).toBeTruthy()
    expect(screen.queryByText('Upheld')).toBeNull()
    await expectAccessible()
  })

  it('may not exist, or not be loaded', async () => {
    const { unmount } = renderReceipt(problem(404, 'not_found', 'There is no such report.'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Report not found' })).toBeTruthy()
    unmount()
    renderReceipt(problem(500, 'internal', 'Broken.'))
    expect(await screen.findByText('Broken.')).toBeTruthy()
  })
})
