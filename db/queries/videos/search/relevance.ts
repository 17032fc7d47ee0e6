import { type SQL, sql } from 'drizzle-orm'
import { foldLoosely } from '#contract/values/shared/fold-loosely'
import { isRun } from '#contract/values/videos/search-words'
import type { Asked } from './search'
import { literal } from './terms'

/**
 * The points for a word, by where a video has it: as a whole word, as the beginning of one, or inside one.
 */
const inTitle = { whole: points(40), beginning: points(30), inside: points(20) }
const inTags = points(12)
const inNames = points(5)
const inDescription = points(1)
/** The points for the words in a row as a title, or as the beginning of one. */
const asTitle = { whole: points(128), beginning: points(64) }

/**
 * Returns, in SQL, how well a found video fits the words and then how popular it is, as one integer. It is
 * computed from the video's own row alone: a word that is in neither title, tags nor description must be its
 * uploader's or its category's.
 */
export function relevance({ words, joined }: Asked): SQL {
  // If a video needs only some of the words, it may not have this one at all.
  const elsewhere = joined === 'AND' ? inNames : points(0)
  const whole = literal(words.map(foldLoosely).join(' '))
  const each = words.map((word) => {
    const loose = foldLoosely(word)
    const [own, inside, begun, bounded] = [word, loose, ` ${loose}`, ` ${loose} `].map(literal)
    // A run's forms are its pairs, each of which would pass for a whole word.
    const spelled = isRun(word) ? sql`title_folded` : sql`title_folded || ' ' || title_forms`
    return sql`case
      when instr(' ' || ${spelled} || ' ', ${bounded}) > 0 then ${inTitle.whole}
      when instr(' ' || ${spelled}, ${begun}) > 0 then ${inTitle.beginning}
      when instr(title_folded, ${inside}) > 0 then ${inTitle.inside}
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
