import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { maxTags, tagMessages } from '#contract/values/videos/tags'
import { TagField } from '#web/entities/video/tags/field.tsx'
import { expectAccessible } from '../support/axe'
import { renderPage } from '../support/page'

const suggested = {
  'GET /api/tags?q=slo': [
    { slug: 'slow', name: 'slow' },
    { slug: 'slow-light', name: 'slow light' },
  ],
}

function Holder({ start }: { start: string[] }) {
  const [names, setNames] = useState(start)
  return <TagField value={names} error={undefined} onChange={setNames} />
}

function renderField(start: string[] = []) {
  renderPage('/', '/', <Holder start={start} />, { answers: suggested })
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Tags' })
}

const chips = () => screen.queryAllByRole('listitem').map((chip) => chip.textContent)

describe('the field for tags', () => {
  it('adds one with Enter, a comma or on leaving, each once', async () => {
    const field = renderField()
    await userEvent.type(field, '#Night{Enter}deep  sea,NIGHT,sand')
    expect([chips(), field.value]).toEqual([['night', 'deep sea'], 'sand'])
    await userEvent.tab()
    expect([chips(), field.value]).toEqual([['night', 'deep sea', 'sand'], ''])
    expect(screen.getByText(`3 of ${maxTags}`)).toBeTruthy()
    await expectAccessible()
  })

  it('takes a pasted list, and keeps what can be no tag', async () => {
    const field = renderField()
    await userEvent.click(field)
    await userEvent.paste('night, a/b\nsea')
    expect([chips(), field.value]).toEqual([['night', 'sea'], 'a/b'])
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(tagMessages.letters)).toBeTruthy()
  })

  it('removes the last with Backspace, or any by its button', async () => {
    const field = renderField(['one', 'two', 'three'])
    await userEvent.type(field, '{Backspace}')
    expect(chips()).toEqual(['one', 'two'])
    await userEvent.click(screen.getByRole('button', { name: 'Remove one' }))
    expect(chips()).toEqual(['two'])
    expect(document.activeElement).toBe(field)
  })

  it(`says that there are ${maxTags} already`, async () => {
    const field = renderField(Array.from({ length: maxTags }, (_, at) => `tag ${at}`))
    await userEvent.type(field, 'one more{Enter}')
    expect(screen.getByText(tagMessages.many)).toBeTruthy()
    expect(field.value).toBe('one more')
  })

  it('suggests tags, which the arrow keys reach', async () => {
    const field = renderField()
    await userEvent.type(field, 'slo')
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['slow', 'slow light'])
    await expectAccessible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('slow light')
    expect(field.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    )
    await userEvent.keyboard('{Enter}')
    expect([chips(), field.value, screen.queryByRole('listbox')]).toEqual([['slow light'], '', null])
    await userEvent.type(field, 'slo')
    await userEvent.click(await screen.findByRole('option', { name: 'slow' }))
    expect(chips()).toEqual(['slow light', 'slow'])
  })
})
