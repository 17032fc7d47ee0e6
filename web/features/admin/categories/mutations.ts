import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Category, CreateCategory } from '#contract/schemas/videos/categories'
import { categoriesQuery } from '#web/entities/video/category-queries'
import { call, client } from '#web/lib/api'
import { refreshAdmin, refreshContent } from '#web/lib/query/refresh-admin'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'

const one = client.api.admin.categories[':id']

function refreshCategories(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([queryClient.invalidateQueries(categoriesQuery), refreshAdmin(queryClient)])
}

export function useCreateCategory() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: CreateCategory) => call(client.api.admin.categories.$post({ json })),
    onSuccess: (_, { name }) => toast({ title: 'Category added', description: `“${name}” was added.` }),
    onError: (error) => failedTo('create category', error),
    onSettled: () => refreshCategories(queryClient),
  })
}

export function useUpdateCategory(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: CreateCategory) => call(one.$patch({ param: { id: String(id) }, json })),
    onSuccess: (_, { name }) => toast({ title: 'Category updated', description: `It is “${name}” now.` }),
    onError: (error) => failedTo('update category', error),
    onSettled: () => refreshCategories(queryClient),
  })
}

export function useDeleteCategory() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Category) => call(one.$delete({ param: { id: String(id) } })),
    onSuccess: (_, { name }) =>
      toast({ title: 'Category deleted', description: `Videos from “${name}” moved to Uncategorized.` }),
    onError: (error) => failedTo('delete category', error),
    // Its videos are now in another category everywhere. A refusal may mean that it was gone already.
    onSettled: () => refreshContent(queryClient),
  })
}

/** One at a time, each with the whole order, so that the last one wins. */
const inTurn = { id: 'order-categories' }

/** Reorders the categories: at once on the screen, and back when the server refuses. */
export function useOrderCategories() {
  const queryClient = useQueryClient()
  const { queryKey } = categoriesQuery
  return useMutation({
    scope: inTurn,
    mutationKey: [inTurn.id],
    mutationFn: (ids: number[]) => call(client.api.admin.categories.order.$put({ json: { ids } })),
    onMutate: async (ids) => {
      const place = (id: number) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
      queryClient.setQueryData(queryKey, (categories) =>
        categories?.toSorted((one, other) => place(one.id) - place(other.id)),
      )
      // A response to an earlier request would bring the old order back.
      await queryClient.cancelQueries(categoriesQuery)
    },
    onError: (error) => failedTo('update category', error),
    onSettled: async () => {
      const last = queryClient.isMutating({ mutationKey: [inTurn.id] }) === 1
      if (last) await refreshCategories(queryClient)
    },
  })
}
