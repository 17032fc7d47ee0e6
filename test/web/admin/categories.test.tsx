import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Category } from '#contract/schemas/videos/categories'
import { toSlug } from '#contract/values/videos/categories'
import { CategoriesPanel } from '#web/features/admin/categories/categories-panel.tsx'
import { key } from '#web/lib/query/keys'
import { expectAccessible } from '../support/axe'
import { type PageOptions, problem, renderPage, type SentRequest } from '../support/page'
import { makeUser } from '../support/site'

const list = 'GET /api/categories'
const category = (id: number, name: string, videoCount = 0): Category => ({
  id,
  name,
  videoCount,
  slug: toSlug(name),
})
const all = [category(2, 'Fractals', 3), category(3, 'Slow Light', 1), category(1, 'Uncategorized', 2)]

async function renderCategories(answers: PageOptions['answers'] = {}, categories = all) {
  const view = renderPage('/admin', '/admin', <CategoriesPanel />, {
    viewer: makeUser({ isAdmin: true }),
    answers: { [list]: () => categories, ...answers },
  })
  // Replaces the categories that every page test starts with.
  view.queryClient.setQueryData(key('site', 'categories'), categories)
  await screen.findByText('Uncategorized')
  return view
}

const names = () => screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)
const changes = (sent: SentRequest[]) =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))
const rowOf = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement)

describe('the list of categories', () => {
  it('shows them in their order with their counts; Uncategorized can only be renamed', async () => {
    await renderCategories()
    expect(names()).toEqual(['Fractals', 'Slow Light', 'Uncategorized'])
    expect(rowOf('Fractals').getByText('3 public videos')).toBeTruthy()
    expect(rowOf('Slow Light').getByText('1 public video')).toBeTruthy()
    const buttons = rowOf('Uncategorized').getAllByRole('button')
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Edit Uncategorized'])
    await userEvent.click(buttons[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit category' }))
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Slug' }).disabled).toBe(true)
    await expectAccessible()
  })

  it('says when they could not be loaded', async () => {
    const { queryClient } = await renderCategories({ [list]: problem(500, 'internal', 'Broken.') })
    await queryClient.resetQueries({ queryKey: key('site', 'categories') })
    expect(await screen.findByText('Broken.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('adding', () => {
  it('forces the slug while it is typed, which follows the name until then', async () => {
    let categories = all
    const { sent } = await renderCategories({
      [list]: () => categories,
      'POST /api/admin/categories': () => {
        categories = [category(4, 'Waves'), ...all]
        return Response.json(categories[0], { status: 201 })
      },
    })
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    const slug = screen.getByRole<HTMLInputElement>('textbox', { name: 'Slug' })
    await userEvent.type(name, ' Wäves & More')
    expect(slug.value).toBe('w-ves---more')
    await userEvent.clear(slug)
    await userEvent.type(slug, 'Deep Waves_9')
    expect(slug.value).toBe('deep-waves-9')
    await userEvent.type(name, '!{Enter}')
    expect(await screen.findByText('Waves')).toBeTruthy()
    expect(changes(sent)).toEqual([
      {
        method: 'POST',
        path: '/api/admin/categories',
        body: { name: 'Wäves & More!', slug: 'deep-waves-9' },
      },
    ])
    const fresh = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
    expect([fresh.value, document.activeElement]).toEqual(['', fresh])
    await expectAccessible()
  })

  it.each([
    ['', ''],
    ['Waves', ''],
    ['', 'waves'],
  ])('asks for both (%j and %j)', async (name, slug) => {
    const { sent } = await renderCategories()
    const fields = { name: screen.getByLabelText('Name'), slug: screen.getByLabelText('Slug') }
    if (name) await userEvent.type(fields.name, name)
    await userEvent.clear(fields.slug)
    if (slug) await userEvent.type(fields.slug, slug)
    await userEvent.click(screen.getByRole('button', { name: 'Add category' }))
    expect(screen.getByText('Missing Information')).toBeTruthy()
    expect(screen.getByText('Please provide both a name and slug for the new category.')).toBeTruthy()
    expect(document.activeElement).toBe(name ? fields.slug : fields.name)
    expect(changes(sent)).toEqual([])
  })

  it('says at the slug that it is taken, and keeps what was typed', async () => {
    const message = 'Another category has this slug.'
    await renderCategories({
      'POST /api/admin/categories': problem(400, 'invalid_input', message, [{ path: 'slug', message }]),
    })
    await userEvent.type(screen.getByLabelText('Name'), 'Fractals{Enter}')
    expect(await screen.findByText(`Failed to create category. ${message}`)).toBeTruthy()
    const slug = screen.getByRole<HTMLInputElement>('textbox', { name: 'Slug' })
    await waitFor(() => expect(document.activeElement).toBe(slug))
    expect(slug.value).toBe('fractals')
    expect(slug.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('editing and deleting', () => {
  it('says at the field what is missing, in the dialog what is refused, and shows what is there then', async () => {
    let categories = all
    await renderCategories({
      [list]: () => categories,
      'PATCH /api/admin/categories/2': () => {
        categories = all.slice(1)
        return problem(404, 'not_found', 'This category does not exist.')
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Edit Fractals' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit category' }))
    await userEvent.clear(dialog.getByLabelText('Name'))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Enter a name.')).toBeTruthy()
    expect(screen.queryByText('Missing Information')).toBeNull()
    await userEvent.type(dialog.getByLabelText('Name'), 'Waves')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('This category does not exist.')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByText('Fractals')).toBeNull())
  })

  it('changes name and slug, and says what a new address means', async () => {
    let categories = all
    const { sent } = await renderCategories({
      [list]: () => categories,
      'PATCH /api/admin/categories/2': () => {
        categories = [category(2, 'Mandelbrot'), ...all.slice(1)]
        return categories[0]
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Edit Fractals' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit category' }))
    expect(dialog.getByText(/Links to \/categories\/fractals will show all categories/)).toBeTruthy()
    const name = dialog.getByLabelText('Name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Mandelbrot')
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Slug' }).value).toBe('fractals')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Mandelbrot')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes(sent)).toEqual([
      {
        method: 'PATCH',
        path: '/api/admin/categories/2',
        body: { name: 'Mandelbrot', slug: 'fractals' },
      },
    ])
  })

  it('says what becomes of the videos before it deletes', async () => {
    let categories = all
    const { sent } = await renderCategories({
      [list]: () => categories,
      'DELETE /api/admin/categories/2': () => {
        categories = all.slice(1)
        return new Response(null, { status: 204 })
      },
    })
    const wantDelete = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Delete Fractals' }))
      return within(await screen.findByRole('alertdialog', { name: 'Delete “Fractals”?' }))
    }
    let dialog = await wantDelete()
    expect(dialog.getByText(/Its 3 public videos move to Uncategorized/)).toBeTruthy()
    await expectAccessible(screen.getByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(changes(sent)).toEqual([])

    dialog = await wantDelete()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(names()).toEqual(['Slow Light', 'Uncategorized']))
    expect(screen.getByText('Category deleted')).toBeTruthy()
  })

  it('says so when it can not be deleted', async () => {
    await renderCategories({ 'DELETE /api/admin/categories/2': problem(500, 'internal', 'Broken.') })
    await userEvent.click(screen.getByRole('button', { name: 'Delete Fractals' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete category. Broken.')).toBeTruthy()
    expect(names()).toContain('Fractals')
  })
})

describe('the order', () => {
  const order = 'PUT /api/admin/categories/order'
  const four = [category(2, 'A'), category(3, 'B'), category(4, 'C'), category(1, 'Uncategorized')]

  /** Renders with a server that stores the order, and answers once `mayAnswer` resolves. */
  function renderOrder(mayAnswer?: Promise<void>) {
    let categories = four
    return renderCategories(
      {
        [list]: () => categories,
        [order]: async ({ body }: SentRequest) => {
          await mayAnswer
          const { ids } = body as { ids: number[] }
          const place = ({ id }: Category) => (id === 1 ? ids.length : ids.indexOf(id))
          categories = four.toSorted((one, other) => place(one) - place(other))
          return categories
        },
      },
      four,
    )
  }

  it('changes by buttons, at once and with the focus where it was', async () => {
    const answer = Promise.withResolvers<void>()
    const { sent } = await renderOrder(answer.promise)
    const down = screen.getByRole('button', { name: 'Move A down' })
    await userEvent.click(down)
    await waitFor(() => expect(names()).toEqual(['B', 'A', 'C', 'Uncategorized']))
    expect(document.activeElement).toBe(down)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(names()).toEqual(['B', 'C', 'A', 'Uncategorized']))
    expect(document.activeElement).toBe(down)
    answer.resolve()
    expect(screen.getByText('A is number 3 of 3 now.')).toBeTruthy()
    // It is last already, so another press does nothing.
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(changes(sent).map(({ body }) => body)).toEqual([{ ids: [3, 2, 4] }, { ids: [3, 4, 2] }]),
    )
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/categories'))
    expect(names()).toEqual(['B', 'C', 'A', 'Uncategorized'])
    await expectAccessible()
  })

  it('changes by Alt and an arrow, from any button of the row', async () => {
    await renderOrder()
    screen.getByRole('button', { name: 'Edit C' }).focus()
    // Each press builds on the one before, and comes before any timer runs, as happens on a busy device.
    await userEvent.setup({ delay: null }).keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}')
    await waitFor(() => expect(names()).toEqual(['C', 'A', 'B', 'Uncategorized']))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit C' }))
  })

  it('is as before where the server refuses', async () => {
    await renderCategories({ [order]: problem(409, 'conflict', 'There are other categories by now.') }, four)
    await userEvent.click(screen.getByRole('button', { name: 'Move A down' }))
    expect(await screen.findByText(/There are other categories by now\./)).toBeTruthy()
    await waitFor(() => expect(names()).toEqual(['A', 'B', 'C', 'Uncategorized']))
  })
})
