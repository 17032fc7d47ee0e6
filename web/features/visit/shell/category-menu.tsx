import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { categoriesQuery, withVideos } from '#web/entities/video/category-queries'
import { paths } from '#web/lib/navigation/paths'
import { Spinner } from '#web/ui/feedback/spinner.tsx'

/** Lists all categories, below their link in the header. Loaded on demand. */
export function CategoryMenu() {
  const { data: categories, isError } = useQuery(categoriesQuery)
  return (
    <ul className="grid w-96 animate-rise grid-cols-2 rounded-card border border-line bg-surface-1 p-2 shadow-2xl">
      {categories ? null : (
        <li className="col-span-full grid h-20 place-items-center text-faint">
          {isError ? "Couldn't load the categories." : <Spinner />}
        </li>
      )}
      {withVideos(categories).map((category) => (
        <li key={category.id}>
          <NavLink
            to={paths.category(category.slug)}
            className="flex h-10 items-center justify-between gap-3 rounded-nav px-3 text-dim hover:bg-surface-2 hover:text-text aria-[current=page]:text-text"
          >
            <span className="truncate">{category.name}</span>
            <span className="text-faint text-meta tabular-nums">{category.videoCount}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
