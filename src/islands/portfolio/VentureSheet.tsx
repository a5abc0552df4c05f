import words from 'words:venture'
import { categoryWords } from '../../schemas/categories.ts'
import { venturePage } from './links.ts'
import { VentureFacts } from './VentureFacts.tsx'
import { VentureLinks } from './VentureLinks.tsx'
import type { PortfolioVenture } from './venture.ts'

/** The dialog's content: the venture's plate, its title block, and links. */
export function VentureSheet({ venture }: { venture: PortfolioVenture }) {
  const { id, name, stage, sector, category, description } = venture
  return (
    <div className="venture-columns">
      <div className="picture">
        <div className="plate">
          <img src={venture.image} alt="" width={400} height={400} />
        </div>
        <p className="note">{venture.caption}</p>
      </div>
      <div className="venture-text">
        <p className="note">
          {stage} · {sector} · {categoryWords(category)}
        </p>
        <h2 id="venture-name">{name}</h2>
        <p className="soft">{description}</p>
        <VentureFacts venture={venture} />
        <VentureLinks venture={venture} />
        <p>
          <a className="arrow-link" href={venturePage(id)}>
            {words.page}
          </a>
        </p>
      </div>
    </div>
  )
}
