import type { ReactNode } from 'react'

/**
 * Renders the text that administrators write: blank lines separate paragraphs, `## ` begins a heading, `- `
 * or `• ` a list item. URLs and email addresses become links.
 */
export function PlainProse({ text }: { text: string }) {
  const blocks = text.split(/\n\s*\n/).map((block) => block.trim())
  return (
    <div className="grid gap-4 text-dim leading-7">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is shown whole and never changes in place
        <Block key={index} text={block} />
      ))}
    </div>
  )
}

function Block({ text }: { text: string }) {
  if (text.startsWith('## '))
    return <h2 className="mt-4 font-bold text-section text-text">{text.slice(3)}</h2>
  if (/^[-•] /.test(text)) {
    const points = text.slice(2).split(/\n[-•] /)
    return (
      <ul className="grid list-disc gap-2 pl-5 marker:text-faint">
        {points.map((point) => (
          <li key={point} className="pl-1">
            {withLinks(point)}
          </li>
        ))}
      </ul>
    )
  }
  return <p className="wrap-anywhere whitespace-pre-line">{withLinks(text)}</p>
}

/** The punctuation that ends a sentence isn't part of an address. */
const address = /(https?:\/\/[^\s<>()]*[^\s<>().,:;!?]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** Turns the addresses in a text into links. Every second piece is one, since the pattern has one group. */
function withLinks(text: string): ReactNode[] {
  return text.split(address).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the same address may appear twice
        key={index}
        href={piece.includes('://') ? piece : `mailto:${piece}`}
        rel="noopener"
        className="text-text underline decoration-faint underline-offset-3 hover:decoration-text"
      >
        {piece}
      </a>
    ),
  )
}
