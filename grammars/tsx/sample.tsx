import * as React from "react";

interface Props {
  title: string;
}

export const Title: React.FC<Props> = ({ title }) => {
  const onClick = () => {};
  return <h1 onClick={onClick}>{title}</h1>;
};

export function Page(props: Props) {
  return (
    <Layout.Main>
      <Title title="a" />
    </Layout.Main>
  );
}

export default React.memo(Page);

const generic = <T,>(x: T): T => x;

class Panel extends React.Component<Props, {}> {
  state = {};
  render() {
    return <Title title={this.props.title} />;
  }
}
