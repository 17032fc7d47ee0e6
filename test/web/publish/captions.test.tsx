import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Caption } from '#contract/schemas/videos/video'
import { maxCues } from '#contract/values/videos/captions/cue'
import { maxCaptionBytes, maxCaptionTracks } from '#contract/values/videos/media'
import { videoQuery } from '#web/entities/video/video-queries'
import { CaptionsEditor } from '#web/features/publish/captions/captions-editor.tsx'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage } from '../support/page'
import { makeUser, makeVideo } from '../support/site'

const track = (language: string, label: string): Caption => ({
  language,
  label,
  url: `/media/${language}/captions-${language}.vtt`,
})
const german = track('de', 'German')
const english = track('en', 'English')
const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n'

function Page() {
  const { data: video } = useQuery(videoQuery(5))
  return video ? <CaptionsEditor video={video} /> : null
}

async function renderEditor(captions: Caption[], answers: PageOptions['answers'] = {}) {
  const view = renderPage('/', '/', <Page />, {
    viewer: makeUser(),
    answers: { 'GET /api/videos/5': makeVideo(5, { captions }), ...answers },
  })
  await screen.findByRole('heading', { name: 'Captions' })
  return { ...view, changes: () => view.sent.filter(({ method }) => method !== 'GET') }
}

const choose = (label: string, text: BlobPart, name = 'words.vtt') =>
  userEvent.upload(screen.getByLabelText(label), new File([text], name))
const chooseLanguage = (name: string) => userEvent.selectOptions(screen.getByLabelText('Language'), name)

describe('captions editor', () => {
  it('lists the tracks, and offers the languages that are missing', async () => {
    await renderEditor([german, english])
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows).toEqual([expect.stringContaining('German de'), expect.stringContaining('English en')])
    const offered = within(screen.getByLabelText('Language')).getAllByRole('option')
    const names = offered.map((option) => option.textContent)
    expect(names).toContain('Portuguese (Brazil)')
    expect(names).not.toContain('German')
    await expectAccessible()
  })

  it('adds a track, and shows it', async () => {
    const { changes } = await renderEditor([german], { 'PUT /api/videos/5/captions/en': [german, english] })
    expect(screen.getByRole('button', { name: 'Choose file' }).hasAttribute('disabled')).toBe(true)
    await chooseLanguage('English')
    await choose('Caption file', vtt)
    expect(await screen.findByText('English', { selector: 'li p' })).toBeTruthy()
    expect(changes()).toEqual([{ method: 'PUT', path: '/api/videos/5/captions/en', body: vtt }])
    expect(screen.getByText('Captions saved')).toBeTruthy()
  })

  it('converts SubRip before it is sent', async () => {
    const { changes } = await renderEditor([], { 'PUT /api/videos/5/captions/en': [english] })
    await chooseLanguage('English')
    await choose('Caption file', '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n', 'words.srt')
    await screen.findByText('Captions saved')
    expect(changes().map(({ body }) => body)).toEqual([vtt])
  })

  it.each([
    ['SBV', '0:00:01.000,0:00:02.000\nHello\n'],
    ['ASS', '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello\n'],
  ])('converts %s, too', async (_, file) => {
    const { changes } = await renderEditor([], { 'PUT /api/videos/5/captions/en': [english] })
    await chooseLanguage('English')
    await choose('Caption file', file)
    await screen.findByText('Captions saved')
    expect(changes().map(({ body }) => body)).toEqual([vtt])
    expect(screen.queryByText(/left out/)).toBeNull()
  })

  it('says which captions of a file were left out, until another is chosen', async () => {
    const { changes } = await renderEditor([german, english], {
      'PUT /api/videos/5/captions/en': [german, english],
      'PUT /api/videos/5/captions/fr': [german, english],
    })
    const dead = '00:02.000 --> 00:02.000\nnever\n'
    await choose('New file for English', `${vtt}\n${dead}`)
    const [, row] = screen.getAllByRole('listitem') as HTMLElement[]
    const one = await within(row as HTMLElement).findByText(
      '1 of 2 captions left out. Check the times on line 6.',
    )
    expect(one.closest('[role=alert]')).toBeTruthy()
    expect(changes().map(({ body }) => body)).toEqual([vtt])
    await expectAccessible()
    await choose('New file for English', vtt)
    await waitFor(() => expect(screen.queryByText(/left out/)).toBeNull())

    await chooseLanguage('French')
    await choose('Caption file', `${vtt}\n${`${dead}\n`.repeat(7)}`)
    await screen.findByText(
      '7 of 8 captions left out. Check the times on lines 6, 9, 12, 15, 18, and 2 more.',
    )
  })

  it.each(['\ufeff', ''])('reads UTF-16, which Windows calls Unicode, after %j', async (mark) => {
    const { changes } = await renderEditor([], { 'PUT /api/videos/5/captions/en': [english] })
    await chooseLanguage('English')
    const wide = Uint16Array.from(`${mark}${vtt}`, (letter) => letter.charCodeAt(0))
    await choose('Caption file', wide)
    await screen.findByText('Captions saved')
    expect(changes().map(({ body }) => body)).toEqual([vtt])
  })

  it.each([
    ['French', 'fr', [0xe9, 0x74, 0xe9], 'été', 'windows-1252'],
    ['Russian', 'ru', [0xed, 0xe5, 0xf2], 'нет', 'windows-1251'],
  ])('reads an older %s file, and says that it guessed', async (name, tag, letters, word, encoding) => {
    const { changes } = await renderEditor([], { [`PUT /api/videos/5/captions/${tag}`]: [english] })
    await chooseLanguage(name)
    const times = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\n')
    await choose('Caption file', Uint8Array.of(...times, ...letters))
    expect(await screen.findByText(new RegExp(`we read it as ${encoding}`))).toBeTruthy()
    expect(changes()[0]?.body).toContain(word)
  })

  it('takes any language by its tag', async () => {
    const { changes } = await renderEditor([german], { 'PUT /api/videos/5/captions/gsw': [german] })
    await chooseLanguage('Another language')
    const tag = screen.getByLabelText('Language tag')
    await userEvent.type(tag, 'swiss german')
    expect(screen.getByText('Give a language tag such as en or pt-BR.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Choose file' }).hasAttribute('disabled')).toBe(true)
    await userEvent.clear(tag)
    await userEvent.type(tag, 'de')
    expect(screen.getByText('There are already captions in this language. Replace them above.')).toBeTruthy()
    await userEvent.clear(tag)
    await userEvent.type(tag, 'gsw')
    await expectAccessible()
    await choose('Caption file', vtt)
    await screen.findByText('Captions saved')
    expect(changes().map(({ path }) => path)).toEqual(['/api/videos/5/captions/gsw'])
  })

  it.each([
    ['a large file', 'x'.repeat(maxCaptionBytes + 1), 'Caption files can be up to 1 MB large.'],
    ['no captions', 'Hello', 'This file has no captions. Choose a VTT, SRT, SBV or ASS file.'],
    [
      'another format',
      '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body/></tt>',
      'This is a TTML file. Save the captions as VTT or SRT and choose that file.',
    ],
    ['a format of frames', '{25}{50}Hello', /^This is a MicroDVD file\./],
    ['an archive', 'PK\x03\x04', /^This is a ZIP archive or a Word document\./],
    [
      'a format in UTF-16',
      Uint16Array.from('\ufeff<SAMI>', (letter) => letter.charCodeAt(0)),
      /^This is a SAMI file\./,
    ],
    [
      'times that nobody can read',
      '1\n00:00:01:12 --> 00:00:02:00\nHello',
      'Line 2: Write times as in 00:00:01.000 --> 00:00:04.000, the end after the start.',
    ],
    [
      'too many captions',
      '0:1,0:2\nx\n'.repeat(maxCues + 1),
      'A file may hold 5,000 captions at most. This one has 5,001.',
    ],
    [
      'captions that grow too large',
      `0:1,0:2\n${'&'.repeat(maxCaptionBytes / 4)}`,
      'Caption files can be up to 1 MB large.',
    ],
    [
      'half a letter',
      Uint8Array.of(0xff, 0xfe, 0x41),
      "We couldn't read this file's text. Save it as UTF-8 and choose it again.",
    ],
  ])('says what is wrong with %s, and sends nothing', async (_, content, sentence) => {
    const { changes } = await renderEditor([])
    await chooseLanguage('English')
    await choose('Caption file', content)
    expect((await screen.findByText(sentence)).closest('[role=alert]')).toBeTruthy()
    expect(changes()).toEqual([])
  })

  it('shows what the server says, in its place, and lets go of it with the next try', async () => {
    const sentence = 'Line 3: The caption ends before it begins.'
    let answer: unknown = problem(400, 'invalid_input', sentence)
    await renderEditor([german, english], { 'PUT /api/videos/5/captions/de': () => answer })
    await choose('New file for German', vtt)
    const row = screen.getAllByRole('listitem')[0] as HTMLElement
    expect(await within(row).findByText(sentence)).toBeTruthy()
    answer = [german, english]
    await choose('New file for German', vtt)
    await waitFor(() => expect(within(row).queryByText(sentence)).toBeNull())
  })

  it('removes a track once that is confirmed', async () => {
    const { changes } = await renderEditor([german, english], {
      'DELETE /api/videos/5/captions/de': new Response(null, { status: 204 }),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Remove German' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove captions' })
    await expectAccessible(dialog)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(changes()).toEqual([])

    await userEvent.click(screen.getByRole('button', { name: 'Remove German' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('German', { selector: 'li p' })).toBeNull())
    expect(screen.getByText('English', { selector: 'li p' })).toBeTruthy()
  })

  it('keeps a track that could not be removed, and says why', async () => {
    await renderEditor([german], {
      'DELETE /api/videos/5/captions/de': problem(500, 'internal', 'Something broke.'),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Remove German' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Something broke.')).toBeTruthy()
    expect(screen.getByText('German', { selector: 'li p' })).toBeTruthy()
  })

  it('offers no more languages when there are as many as there may be', async () => {
    await renderEditor(Array.from({ length: maxCaptionTracks }, (_, at) => track(`q${at}`, `Language ${at}`)))
    expect(screen.getByText('A video may have captions in 20 languages.')).toBeTruthy()
    expect(screen.queryByLabelText('Language')).toBeNull()
  })
})
