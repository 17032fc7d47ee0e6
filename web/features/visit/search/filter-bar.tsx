import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { categoryName, type ListFilter, narrows, readFilter, withFilter, withoutFilter } from './list-filter'

type Options = readonly (readonly [value: string, label: string])[]

const sorts: Options = [
  ['relevance', 'Most relevant'],
  ['newest', 'Newest'],
  ['views', 'Most viewed'],
  ['rated', 'Best rated'],
  ['longest', 'Longest'],
]

const filters = [
  {
    choice: 'of',
    label: 'Free or premium',
    options: [
      ['', 'Free and premium'],
      ['free', 'Free'],
      ['premium', 'Premium'],
    ],
  },
  {
    choice: 'length',
    label: 'Length',
    options: [
      ['', 'Any length'],
      ['short', 'Under 5 minutes'],
      ['medium', '5 to 20 minutes'],
      ['long', 'Over 20 minutes'],
    ],
  },
  {
    choice: 'uploaded',
    label: 'Uploaded',
    options: [
      ['', 'Any time'],
      ['day', 'Last 24 hours'],
      ['week', 'Last 7 days'],
      ['month', 'Last month'],
      ['year', 'Last year'],
    ],
  },
  {
    choice: 'quality',
    label: 'Quality',
    options: [
      ['', 'Any quality'],
      ['720', '720p and up'],
      ['1080', '1080p and up'],
      ['2160', '4K'],
    ],
  },
] as const satisfies readonly { choice: keyof ListFilter; label: string; options: Options }[]

const sortId = 'sort-by'

export interface FilterBarProps {
  /** The order when none is chosen. By relevance only where there are words. */
  usual: 'relevance' | 'newest'
  /** Categories by ID, where one may be chosen. */
  categories?: Options
}

/** Sorts and filters a list. The choices are in the URL. */
export function FilterBar({ usual, categories }: FilterBarProps) {
  const [params, setParams] = useSearchParams()
  const { user } = useViewer()
  const filter = readFilter(params)
  const category = params.get(categoryName) ?? ''

  function change(next: URLSearchParams) {
    setParams(next, { replace: true, preventScrollReset: true })
  }

  function choose(changed: ListFilter) {
    change(withFilter(params, changed))
  }

  return (
    // A fieldset is as wide as its content, unless told otherwise.
    <fieldset className="no-scrollbar -mx-4 mb-5 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">Sort and filter</legend>
      <Choice
        id={sortId}
        label="Sort by"
        value={filter.sort ?? usual}
        usual={usual}
        options={usual === 'relevance' ? sorts : sorts.slice(1)}
        onChoose={(value) => choose({ sort: value === usual ? undefined : (value as ListFilter['sort']) })}
      />
      {categories ? (
        <Choice
          label="Category"
          value={category}
          options={[['', 'All categories'], ...categories]}
          onChoose={(value) => {
            const next = new URLSearchParams(params)
            if (value) next.set(categoryName, value)
            else next.delete(categoryName)
            change(next)
          }}
        />
      ) : null}
      {filters.map(({ choice, label, options }) => (
        <Choice
          key={choice}
          label={label}
          value={filter[choice] ?? ''}
          options={options}
          onChoose={(value) => choose({ [choice]: value || undefined })}
        />
      ))}
      {user?.savesHistory ? (
        <button
          type="button"
          aria-pressed={filter.hidesWatched}
          className={clsx(pill, 'px-4')}
          onClick={() => choose({ hidesWatched: !filter.hidesWatched })}
        >
          Hide watched
        </button>
      ) : null}
      {narrows(filter) || category ? (
        <button
          type="button"
          className="h-10 shrink-0 rounded-full px-3 text-[0.875rem] text-dim hover:text-text"
          onClick={() => {
            change(withoutFilter(params))
            // The button goes.
            focusFilters()
          }}
        >
          Clear filters
        </button>
      ) : null}
    </fieldset>
  )
}

const pill = clsx(
  'h-10 shrink-0 rounded-full border border-line bg-surface-1 text-[0.875rem] text-dim transition-colors hover:bg-surface-2 hover:text-text',
  'data-chosen:border-text data-chosen:text-text aria-pressed:border-text aria-pressed:text-text',
)

interface ChoiceProps {
  id?: string
  label: string
  value: string
  /** The first option by default. */
  usual?: string
  options: Options
  onChoose: (value: string) => void
}

/** Moves the focus to the control that sorts the list. */
export function focusFilters(): void {
  document.querySelector<HTMLElement>(`#${sortId}`)?.focus()
}

/** The browser's own select, as small as a chip. */
function Choice({ id, label, value, usual = '', options, onChoose }: ChoiceProps) {
  return (
    <div className="relative shrink-0">
      <select
        id={id}
        aria-label={label}
        value={value}
        data-chosen={value === usual ? undefined : ''}
        className={clsx(pill, 'appearance-none pr-9 pl-4')}
        onChange={({ target }) => onChoose(target.value)}
      >
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-4 text-faint"
      />
    </div>
  )
}
