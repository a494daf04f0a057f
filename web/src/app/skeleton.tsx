/**
 * The application's prerendered outline with the brand's logo, painted with `skeleton.css` only. Its sizes equal the
 * shell's (`shell.css`), so that nothing moves when the application replaces it.
 */

import { BrandMark } from '../ui/brand.tsx';

function Bar({ width, height }: { width: number | string; height?: number }) {
  return <div className="sk-bar" style={{ width, height }} />;
}

function SkeletonBrand() {
  return (
    <span className="sk-brand">
      <img data-brand="light" alt="" hidden />
      <img data-brand="dark" alt="" hidden />
      <span data-brand="mark" className="sk-mark">
        <BrandMark />
      </span>
      <span data-brand="name" />
    </span>
  );
}

function Content() {
  return (
    <div>
      <div style={{ display: 'flex', alignItems: 'center', minHeight: 36, marginBottom: 20 }}>
        <Bar width={190} height={24} />
      </div>
      <div className="sk-card" style={{ display: 'grid', gap: 16 }}>
        <Bar width={170} height={20} />
        <Bar width="100%" />
        <Bar width="100%" />
        <Bar width="60%" />
      </div>
    </div>
  );
}

const menu = [
  { id: 'first', width: 96 },
  { id: 'second', width: 72 },
  { id: 'third', width: 110 },
  { id: 'fourth', width: 88 },
];

export function AppSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="shell-banner" />
      <div className="shell-header">
        <SkeletonBrand />
      </div>
      <div className="shell-body">
        <div className="shell-sidebar">
          <div className="sk-nav">
            {menu.map(({ id, width }) => (
              <div key={id} style={{ maxWidth: '100%', overflow: 'hidden' }}>
                <Bar width={width} />
              </div>
            ))}
          </div>
        </div>
        <div className="shell-main">
          <Content />
        </div>
      </div>
    </div>
  );
}

export function PublicSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="shell-header">
        <SkeletonBrand />
      </div>
      <div className="public-main">
        <Content />
      </div>
    </div>
  );
}

export function LoadFailure({ title, description, reload }: { title: string; description: string; reload: string }) {
  return (
    <div id="load-failure" className="load-failure" role="alert" hidden>
      <div>
        <h1>{title}</h1>
        <p>{description}</p>
      </div>
      <button type="button" id="load-failure-reload">
        {reload}
      </button>
    </div>
  );
}
