import classes from './Logo.module.css'

/** Compass of the product; with `word` the name beside it. */
export function Logo({ word = false, size = 24 }: { word?: boolean; size?: number }) {
  return (
    <span className={classes.logo}>
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <circle cx="12" cy="12" r="10.25" stroke="var(--tf-text-1)" strokeWidth="1.5" />
        <path
          d="M12 1.75v2.6M12 19.65v2.6M1.75 12h2.6M19.65 12h2.6"
          stroke="var(--tf-text-1)"
          strokeWidth="1.5"
        />
        <path d="M15.9 6.2 13.4 13.4 10.6 10.6Z" fill="var(--tf-accent)" />
        <path d="M8.1 17.8 10.6 10.6 13.4 13.4Z" fill="var(--tf-text-3)" />
      </svg>
      {word && <span>Taffrail</span>}
    </span>
  )
}
