import type { DiffPart } from '../../lib/diff'

/** Shows the parts removed from a text and added to it, in marks that don't depend on colour alone. */
export function TextDiff({ parts, lines = false }: { parts: readonly DiffPart[]; lines?: boolean }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {parts.map(({ text, kind }, index) => {
        const shown = lines && index < parts.length - 1 ? `${text}\n` : text
        // Parts have no identity but their place.
        const place = `${index} ${kind}`
        if (kind === 'removed') {
          return (
            <del key={place} className="text-danger line-through">
              <span className="sr-only">Removed: </span>
              {shown}
            </del>
          )
        }
        if (kind === 'added') {
          return (
            <ins key={place} className="text-success underline">
              <span className="sr-only">Added: </span>
              {shown}
            </ins>
          )
        }
        return <span key={place}>{shown}</span>
      })}
    </p>
  )
}
