import { type SQL, sql } from 'drizzle-orm'
import type { Asked } from './search'

/** What a word is worth by where a video has it: as a whole word, as the beginning of one, inside of one. */
const inTitle = { whole: points(40), beginning: points(30), inside: points(20) }
const inTags = points(12)
const inNames = points(5)
const inDescription = points(1)
/** What the words in a row are worth as a title, or the beginning of one. */
const asTitle = { whole: points(128), beginning: points(64) }

/**
 * Returns how well a found video fits the words, and of equal ones how popular it is, as one integer. Computed from
 * the video's own row alone: where neither title, tags nor description have a word, it is its uploader's or its
 * category's.
 */
export function relevance({ words, joined }: Asked): SQL {
  // Where a video needs only some of the words, it may have this one nowhere.
  const elsewhere = joined === 'AND' ? inNames : points(0)
  const whole = literal(words.join(' '))
  const each = words.map((word) => {
    const [own, begun, bounded] = [word, ` ${word}`, ` ${word} `].map(literal)
    return sql`case
      when instr(' ' || title_folded || ' ', ${bounded}) > 0 then ${inTitle.whole}
      when instr(' ' || title_folded, ${begun}) > 0 then ${inTitle.beginning}
      when instr(title_folded, ${own}) > 0 then ${inTitle.inside}
      when instr(tags, ${own}) > 0 then ${inTags}
      when instr(lower(description), ${own}) > 0 then ${inDescription}
      else ${elsewhere} end`
  })
  return sql`(${sql.join(each, sql` + `)}
    + ${asTitle.whole} * (title_folded = ${whole}) + ${asTitle.beginning} * (instr(title_folded, ${whole}) = 1)
    ) * 1000000000 + min(popularity, 999999999)`
}

function points(number: number): SQL {
  return sql.raw(String(number))
}

/** Written into the statement, since D1 takes a hundred parameters at most. */
function literal(text: string): SQL {
  if (/[^\p{L}\p{N} ]/u.test(text))
    throw new Error('Only letters, digits and spaces can be written into a statement')
  return sql.raw(`'${text}'`)
}
