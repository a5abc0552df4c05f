import words from 'words:venture'
import { categoryWords } from '../../schemas/categories.ts'
import { sayWhat } from '../../text/say-what.ts'
import { contactAbout } from './links.ts'
import type { PortfolioVenture } from './venture.ts'

/** The dialog's content: the venture's plate, its title block, and links. */
export function VentureSheet({ venture }: { venture: PortfolioVenture }) {
  const { name, stage, sector, category, description, metric, founded, tags, website, app } =
    venture
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
        <dl className="specification">
          <div className="wide">
            <dt>{words.metric}</dt>
            <dd>{metric}</dd>
          </div>
          <div>
            <dt>{words.stage}</dt>
            <dd>
              {stage}
              <i className="gauge" data-stage={stage} aria-hidden />
            </dd>
          </div>
          <div>
            <dt>{words.sector}</dt>
            <dd>{sector}</dd>
          </div>
          {founded && (
            <div className="wide">
              <dt>{words.founded}</dt>
              <dd>{founded}</dd>
            </div>
          )}
        </dl>
        <ul className="row areas" aria-label={words.areas}>
          {tags.map((tag) => (
            <li key={tag} className="tag">
              {tag}
            </li>
          ))}
        </ul>
        <div className="row">
          <a className="button primary" href={contactAbout(name)}>
            {sayWhat(words.contact, { name })}
          </a>
          {app && (
            <a className="button" href={app}>
              {words.app}
            </a>
          )}
          {website && (
            <a className="button" href={website} target="_blank" rel="noopener noreferrer">
              {words.website}
              <span className="visually-hidden">{` ${words.newTab}`}</span>
            </a>
          )}
        </div>
      </div>
    </div>
  )
}
