"""Files of graphs as people have them: each comes out with the right nodes and edges, and says what it lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.engine.errors import BadInput
from playground.engine.reading.graph import read_graphs
from playground.engine.reading.graphs.graph_file import GraphFile
from playground.engine.reading.preview import preview

FILES = Path(__file__).with_name("graph_files")
DROPPED = "attributes of {} are dropped"


def edges_of(graph: GraphFile) -> set[frozenset[str]]:
    """The edges by the names on screen, without directions."""
    return {frozenset(graph.labels.get(end, end) for end in link) for link in graph.links}


def nodes_of(graph: GraphFile) -> list[str]:
    """The names on screen, in their order."""
    return [graph.labels.get(node, node) for node in graph.numbered()]


def pairs(words: str) -> set[frozenset[str]]:
    """`a-b b-c` as edges."""
    return {frozenset(word.replace("_", " ").split("-")) for word in words.split()}


def check(found: GraphFile, edges: str, nodes: str, remark: str, directed: int) -> None:
    assert edges_of(found) == pairs(edges)
    expected = nodes.replace("_", "\0").split() or sorted({end for pair in pairs(edges) for end in pair})
    assert sorted(nodes_of(found)) == sorted(node.replace("\0", " ") for node in expected)
    assert "; ".join(found.remarks) == remark
    assert found.directed == directed


@pytest.mark.parametrize(
    ("name", "edges", "nodes", "remark", "directed"),
    [
        ("a-b-header.txt", "a-b b-c c-a", "a b c", "", 0),
        ("header-id.csv", "0-1 1-2 2-0 2-3", "", "", 0),
        ("pajek.net", "anna-bert bert-cleo cleo-anna cleo-dora", "", "", 0),
        ("iso.txt", "a-b b-c", "a b c d e", "", 0),
        (
            "d3v3.json",
            "Anna-Bert Bert-Cleo",
            "",
            "edges name nodes by their place in the list, from 0; " + DROPPED.format("nodes and edges"),
            0,
        ),
        ("snap4.csv", "6-2 6-5 1-15 4-3", "", "columns 3 and 4 are dropped", 0),
        ("gephi.csv", "1-2 2-3 3-1", "", "columns Id, Label and Weight are dropped", 0),
        ("pandas_adj.csv", "0-1 0-2", "", "", 0),
        ("konect.txt", "1-2 2-3 3-1 3-4", "", "", 0),
        ("dup.gml", "a-b", "", "", 0),
        ("edgelabel.gml", "0-1 1-2", "", DROPPED.format("edges"), 0),
        ("mixed.graphml", "a-b b-c", "", "", 1),
        ("undefkey.graphml", "a-b", "", DROPPED.format("nodes"), 0),
        ("g13list.gexf", "Anna-Bert Bert-Cleo", "", DROPPED.format("nodes"), 0),
        ("latin1.graphml", "Jürgen-b", "", "", 0),
        ("doctype.graphml", "a-b", "", "", 0),
        ("g12.gexf", "Anna-Bert Bert-Cleo", "", "", 0),
    ],
)
def test_files_of_other_programs(name: str, edges: str, nodes: str, remark: str, directed: int) -> None:
    (found,) = read_graphs(FILES / name)
    check(found, edges, nodes, remark, directed)


@pytest.mark.parametrize(
    ("text", "edges", "nodes", "remark", "directed"),
    [
        # edge lists: what stands between, titles, comments
        ("a,b\nb,c\n", "a-b b-c", "", "", 0),
        ("a\tb\nb\tc\n", "a-b b-c", "", "", 0),
        ("a;b\nb;c\n", "a-b b-c", "", "", 0),
        ("a|b\nb|c\n", "a-b b-c", "", "", 0),
        ("a   b\nb  c\n", "a-b b-c", "", "", 0),
        ("a -> b\nb -> c\n", "a-b b-c", "", "", 0),
        ("a -- b\r\nb -- c\r\n", "a-b b-c", "", "", 0),
        ("sep=;\na;b\nb;c\n", "a-b b-c", "", "", 0),
        ("src,dst\n1,2\n2,3\n", "1-2 2-3", "", "", 0),
        ("Source,Destination\nann,bob\n", "ann-bob", "", "", 0),
        ("from,to\nann,bob\n", "ann-bob", "", "", 0),
        ("from to weight\nann bob 2\n", "ann-bob", "", "the column weight is dropped", 0),
        ("node1\tnode2\nTP53\tMDM2\n", "TP53-MDM2", "", "", 0),
        ("u v\n0 1\n", "0-1", "", "", 0),
        ("a,b\nann,bob\nbob,cid\n", "ann-bob bob-cid", "", "", 0),
        ("FromNodeId\tToNodeId\n0\t1\n", "0-1", "", "", 0),
        (
            "protein1 protein2 combined_score\n9606.A 9606.B 173\n",
            "9606.A-9606.B",
            "",
            "the column combined_score is dropped",
            0,
        ),
        ("id,label,source,target\n0,x,ann,bob\n", "ann-bob", "", "columns id and label are dropped", 0),
        (",source,target\n0,ann,bob\n1,bob,cid\n", "ann-bob bob-cid", "", "", 0),
        ('"from" "to"\n"1" "ann" "bob"\n"2" "bob" "cid"\n', "ann-bob bob-cid", "", "", 0),
        (
            ",paper,cites\n0,12,13\n1,12,14\n",
            "12-13 12-14",
            "",
            "row 1 is read as titles; edges join paper and cites",
            0,
        ),
        (
            "paper cites year\n1 2 1999\n2 3 2001\n",
            "1-2 2-3",
            "",
            "row 1 is read as titles; edges join paper and cites; the column year is dropped",
            0,
        ),
        ("Source;Target;Type\n1;2;Directed\n2;3;Undirected\n", "1-2 2-3", "", "", 1),
        (":START_ID,:END_ID,:TYPE\n1,2,KNOWS\n", "1-2", "", "the column :TYPE is dropped", 0),
        ("v1 v2\nv2 v3\n", "v1-v2 v2-v3", "", "", 0),
        ("v1 v2\nv3 v4\n", "v1-v2 v3-v4", "", "", 0),
        ("left right\nright up\n", "left-right right-up", "", "", 0),
        ("# c\n% c\n// c\na b\n  # c\nb c # and\n", "a-b b-c", "", "", 0),
        ("# Directed graph: x.txt\n# FromNodeId\tToNodeId\n0\t1\n1\t2\n", "0-1 1-2", "", "", 2),
        ("# Undirected graph: x.txt\n# FromNodeId\tToNodeId\n0\t1\n", "0-1", "", "", 0),
        ("% asym weighted\n1 2 5 1289\n2 1 4 1290\n", "1-2", "", "columns 3 and 4 are dropped", 2),
        (
            "% bip unweighted\n1 1\n1 2\n",
            "left_1-right_1 left_1-right_2",
            "",
            "both sides count their nodes on their own",
            0,
        ),
        # weights, attributes, lone nodes, names
        ("a b 2.5\nb c 1e-3\n", "a-b b-c", "", "column 3 is dropped", 0),
        ("a b 2\nb c\nd\n", "a-b b-c", "a b c d", "column 3 is dropped", 0),
        ("a;b;0,5\nb;c;1,5\n", "a-b b-c", "", "column 3 is dropped", 0),
        ("a,b,friend\nb,c,foe\n", "a-b b-c", "", "column 3 is dropped", 0),
        ("0 1 {}\n1 2 {'weight': 3, 'kind': 'x'}\n", "0-1 1-2", "", "column 3 is dropped", 0),
        ("1,2\n3\n4\n5\n", "1-2", "1 2 3 4 5", "", 0),
        ("a,b,\nb,c,\n", "a-b b-c", "", "", 0),
        ("New York,Los Angeles\n", "New_York-Los_Angeles", "", "", 0),
        ('"New York" "Los Angeles"\n"Los Angeles" Rome\n', "New_York-Los_Angeles Los_Angeles-Rome", "", "", 0),
        ('"a","b ""c"""\n', 'a-b_"c"', "", "", 0),
        ("1.000e+00 2.000e+00\n2.000e+00 3.000e+00\n", "1-2 2-3", "", "", 0),
        ("4 4\n1 2\n2 3\n3 4\n4 1\n", "1-2 2-3 3-4 4-1", "", "row 1 is read as the size: 4 nodes, 4 edges", 0),
        ("5 5 3\n1 2\n2 3\n3 4\n", "1-2 2-3 3-4", "1 2 3 4 5", "row 1 is read as the size: 5 nodes, 3 edges", 0),
        # lists of neighbours
        ("0 1 2\n1 2\n2\n", "0-1 0-2 1-2", "", "each row is read as a node and its neighbours", 0),
        ("a;b;c;d\nb;c\nc;a;b\n", "a-b a-c a-d b-c", "", "each row is read as a node and its neighbours", 0),
        (
            "ann,bob,cid\nbob,cid,dan\ncid,dan,ann\ndan,ann,bob\n",
            "ann-bob ann-cid bob-cid bob-dan cid-dan dan-ann",
            "",
            "each row is read as a node and its neighbours",
            0,
        ),
        (
            "0 1 2 3\n1 0 2 3\n2 0 1 3\n3 0 1 2\n",
            "0-1 0-2 0-3 1-2 1-3 2-3",
            "",
            "each row is read as a node and its neighbours",
            0,
        ),
        (
            "#/x.py\n# GMT Sat Nov 28 18:00:00 2026\n# \n0 1 2\n1 2 0\n2 0 1\n",
            "0-1 0-2 1-2",
            "",
            "each row is read as a node and its neighbours",
            0,
        ),
        ("a 2\nb {}\nc {'weight': 2}\nb 0\nc 0\n", "a-b a-c", "", "", 0),
        ("4 4\n2 3\n1 3\n1 2 4\n3\n", "1-2 1-3 2-3 3-4", "", "read as METIS: neighbours line by line", 0),
        # matrices
        ("0 1 0\n1 0 1\n0 1 0\n", "0-1 1-2", "", "", 0),
        ("0,0.5,0\n0.5,0,2\n0,2,0\n", "0-1 1-2", "", "weights are dropped", 0),
        ("0 1 0\n0 0 1\n0 0 0\n", "0-1 1-2", "", "", 2),
        (",x,y,z\nx,0,1,0\ny,1,0,1\nz,0,1,0\n", "x-y y-z", "", "", 0),
        (",x,y,z\nz,0,1,0\nx,0,1,0\ny,1,0,1\n", "x-y y-z", "", "", 0),
        ('"x" "y"\n"x" 0 1\n"y" 1 0\n', "x-y", "", "", 0),
        ("name;x;y\nx;0;1\ny;1;0\n", "x-y", "", "", 0),
        ("x,y,z\n0,1,0\n1,0,1\n0,1,0\n", "x-y y-z", "", "", 0),
        ("1 2 3\n2 3 1\n3 1 2\n", "1-2 2-3 3-1", "", "each row is read as a node and its neighbours", 0),
        # files with a head
        (
            '*Vertices 3\n1 "a b" 0.1 0.2\n2 c\n*Arcs\n1 2 1\n*Edges\n2 3 2.5\n',
            "a_b-c c-3",
            "",
            DROPPED.format("edges"),
            1,
        ),
        ("*vertices 4\n*arcslist\n1 2 3\n*edgeslist\n3 4\n", "1-2 1-3 3-4", "", "", 2),
        ("% made\n*Network x\n*Vertices 3\n*Matrix\n0 1 0\n1 0 1\n0 1 0\n", "1-2 2-3", "", "", 4),
        ("c a graph\np edge 4 2\ne 1 2\ne 2 3\n", "1-2 2-3", "1 2 3 4", "", 0),
        ("p sp 3 2\na 1 2 7\na 2 3 1\n", "1-2 2-3", "", "weights are dropped", 2),
        ("%%MatrixMarket matrix coordinate pattern symmetric\n% c\n%\n4 4 2\n2 1\n3 2\n", "1-2 2-3", "1 2 3 4", "", 0),
        (
            "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 0.5\n2 1 0.5\n2 3 0\n",
            "1-2",
            "1 2 3",
            "weights are dropped",
            0,
        ),
        ("%%MatrixMarket matrix array integer symmetric\n3 3\n0\n1\n0\n0\n1\n0\n", "1-2 2-3", "", "", 0),
        (
            "nodedef>name VARCHAR,label VARCHAR\ns1,'Ann, B'\ns2,Bob\nedgedef>node1 VARCHAR,node2 VARCHAR\ns1,s2\n",
            "Ann,_B-Bob",
            "",
            "",
            0,
        ),
        ("dl n=3 format=fullmatrix\nlabels:\na,b,c\ndata:\n0 1 0\n1 0 1\n0 1 0\n", "a-b b-c", "", "", 0),
        ("dl n=3\nformat=edgelist1\nlabels embedded\ndata:\na b\nb c 2\n", "a-b b-c", "", "weights are dropped", 2),
        (">>graph6<<Bw\n", "0-1 0-2 1-2", "", "", 0),
        ("Bw\n", "0-1 0-2 1-2", "", "", 0),
        (":Bcz\n", "0-1 0-2", "", "", 0),
        # JSON
        ('{"nodes": [{"id": 0}, {"id": 1}, {"id": 2}], "links": [{"source": 0, "target": 1}]}', "0-1", "0 1 2", "", 0),
        (
            '{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]}',
            "a-b",
            "",
            "",
            1,
        ),
        (
            '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": 0, "target": 1}]}',
            "a-b",
            "",
            "edges name nodes by their place in the list, from 0",
            0,
        ),
        (
            '{"nodes": [{"id": 1}, {"id": 2}, {"id": 3}], "links": [{"source": 0, "target": 2}]}',
            "1-3",
            "1 2 3",
            "edges name nodes by their place in the list, from 0",
            0,
        ),
        (
            '{"nodes": [{"name": "x"}, {"name": "x"}], "links": [{"source": 0, "target": 1}]}',
            "x",
            "x x",
            "edges name nodes by their place in the list, from 0",
            0,
        ),
        (
            '{"elements": {"nodes": [{"data": {"id": "n1", "label": "Ann"}}, {"data": {"id": "n2"}}], "edges":'
            ' [{"data": {"id": "e", "source": "n1", "target": "n2"}}]}}',
            "Ann-n2",
            "",
            "",
            0,
        ),
        ('[{"data": {"id": "a"}}, {"data": {"id": "b"}}, {"data": {"source": "a", "target": "b"}}]', "a-b", "", "", 0),
        ('{"nodes": [{"id": 1, "label": "Ann"}, {"id": 2}], "edges": [{"from": 1, "to": 2}]}', "Ann-2", "", "", 0),
        (
            '{"graph": {"directed": false, "nodes": {"a": {"label": "Ann"}, "b": {}}, "edges": [{"source":'
            ' "a", "target": "b"}]}}',
            "Ann-b",
            "",
            "",
            0,
        ),
        (
            '{"directed": false, "nodes": [{"id": "a"}, {"id": "b"}], "adjacency": [[{"id": "b"}], [{"id": "a"}]]}',
            "a-b",
            "",
            "",
            0,
        ),
        (
            '{"name": "r", "children": [{"name": "s"}, {"name": "t", "children": [{"name": "u"}]}]}',
            "r-s r-t t-u",
            "",
            "",
            0,
        ),
        ('{"a": ["b", "c"], "b": [], "c": ["b"]}', "a-b a-c b-c", "", "", 0),
        ('{"0": {"1": {"weight": 2}}, "1": {"0": {"weight": 2}}}', "0-1", "", DROPPED.format("edges"), 0),
        ("[[0, 1, 0], [1, 0, 1], [0, 1, 0]]", "0-1 1-2", "", "", 0),
        ('[{"source": "a", "target": "b", "value": 2}]', "a-b", "", DROPPED.format("edges"), 0),
        # as further programs and people write them
        ('"","V1","V2","V3"\n"1",0,1,0\n"2",1,0,1\n"3",0,1,0\n', "V1-V2 V2-V3", "", "", 0),
        (
            ":START_ID(P),role,:END_ID(M),:TYPE\nkeanu,Neo,tt01,ACTED\n",
            "keanu-tt01",
            "",
            "columns role and :TYPE are dropped",
            0,
        ),
        ('"n.name","m.name"\n"Keanu Reeves","Speed"\n', "Keanu_Reeves-Speed", "", "", 0),
        (
            '"_id","_start","_end"\n"0",,\n"1",,\n,"0","1"\n',
            "0-1",
            "",
            "2 rows without ends of an edge are dropped; the column _id is dropped",
            0,
        ),
        (
            '{"type":"node","id":"0"}\n{"type":"relationship","start":{"id":"0"},"end":{"id":"1"}}\n',
            "0-1",
            "",
            DROPPED.format("nodes and edges"),
            0,
        ),
        ("#Id\tGene A\tGene B\n103\t6416\t2318\n", "6416-2318", "", "the column Id is dropped", 0),
        (
            '"interaction","name"\n"pp","A (pp) B"\n',
            "A-B",
            "",
            "the ends are taken from the column name; kinds of edges are dropped",
            0,
        ),
        ("A: B, C\nB: C\nC:\n", "A-B A-C B-C", "", "each row is read as a node and its neighbours", 0),
        ("{0: [1, 2], 1: [2]}", "0-1 0-2 1-2", "", "", 0),
        ("[(0, 1), (1, 2)]", "0-1 1-2", "", "", 0),
        ("(0, 1)\n(1, 2)\n", "0-1 1-2", "", "", 0),
        ("[[0, 1, 1, 2], [1, 0, 2, 1]]", "0-1 1-2", "", "the two rows are read as the two ends of each edge", 0),
        ("Quelle;Ziel;Gewicht\nAnna;Bernd;1,5\n", "Anna-Bernd", "", "the column Gewicht is dropped", 0),
        ("| source | target |\n|---|---|\n| a | b |\n", "a-b", "", "", 0),
        ("'source','target'\n'a','b'\n", "a-b", "", "", 0),
        ("1 Ann\n2 Bob\n#\n1 2\n", "Ann-Bob", "", "", 1),
        ("*Network a\n*Vertices 2\n1 x\n2 y\n*Edges\n1 2\n*Partition p\n*Vertices 2\n1\n2\n", "x-y", "", "", 0),
        ('DL N = 2\nROW LABELS:\n"A B"\nC\nCOLUMN LABELS:\nA\nC\nDATA:\n0 1\n1 0\n', "A_B-C", "", "", 0),
        # GML, GraphML, GEXF, XGMML, DOT
        (
            'Creator "x"\ngraph [ directed 1 node [ id 1 label "A&amp;B" graphics [ x 1 center [ y 2 ] ]'
            " ] node [ id 2 ] edge [ source 1 target 2 ] ]",
            "A&B-2",
            "",
            DROPPED.format("nodes"),
            1,
        ),
        (
            'graph [\n node [ id 0 label "a" ]\n node [ id 1 label "a" ]\n edge [ source 0 target 1 ]\n]',
            "a",
            "a a",
            "",
            0,
        ),
        (
            "<graphml><graph edgedefault='directed'><node id='a'/><edge source='a' target='b'/></graph></graphml>",
            "a-b",
            "",
            "",
            1,
        ),
        (
            "<?xml version='1.0'?><!-- <by igraph> --><graphml xmlns='x'><key id='v' for='node' attr.name='name'/>"
            "<key id='d' attr.type='int'/><graph><node id='n0'><data key='v'>Ann</data><data key='d'>3.0"
            "</data></node><node id='n1'/><edge source='n0' target='n1'/></graph></graphml>",
            "Ann-n1",
            "",
            DROPPED.format("nodes"),
            0,
        ),
        (
            "<graphml xmlns:y='z'><graph><node id='g'><data key='d'><y:NodeLabel>G</y:NodeLabel></data><graph>"
            "<node id='g::1'/></graph></node><edge source='g' target='g::1'/></graph></graphml>",
            "G-g::1",
            "",
            DROPPED.format("nodes"),
            0,
        ),
        (
            "<gexf version='1.3'><graph mode='dynamic'><nodes><node id='1' label='Ann'><spells><spell start='1'/>"
            "</spells></node><node id='2'/></nodes><edges><edge source='1' target='2' weight='2.0'/></edges>"
            "</graph></gexf>",
            "Ann-2",
            "",
            "times are dropped; " + DROPPED.format("edges"),
            0,
        ),
        (
            "<graph label='x' directed='1' xmlns='http://www.cs.rpi.edu/XGMML'><node id='1' label='Ann'/>"
            "<node id='2' label='Bob'/><edge source='1' target='2'/></graph>",
            "Ann-Bob",
            "",
            "",
            1,
        ),
        ('graph { a -- b -- c; d [label="D D", color=red] }', "a-b b-c", "a b c D_D", DROPPED.format("nodes"), 0),
        (
            "strict digraph G {\n // c\n node [shape=box];\n rankdir=LR\n a -> {b c} [w=2]\n subgraph cluster_1"
            ' { label=x; c -> "d e":p:n }\n}',
            "a-b a-c c-d_e",
            "",
            DROPPED.format("edges"),
            3,
        ),
        ("digraph { a [label=<<b>A</b>>]; a -> b }", "A-b", "", "", 1),
    ],
)
def test_texts_of_many_kinds(tmp_path: Path, text: str, edges: str, nodes: str, remark: str, directed: int) -> None:
    path = tmp_path / "g.txt"
    path.write_text(text, encoding="utf-8", newline="")
    (found,) = read_graphs(path)
    check(found, edges, nodes, remark, directed)


def test_both_graphs_of_a_file_are_read(tmp_path: Path) -> None:
    texts = (
        "<graphml><graph><node id='a'/><node id='b'/><edge source='a' target='b'/></graph><graph><node"
        " id='c'/></graph></graphml>",
        'graph [ node [ id 0 label "a" ] node [ id 1 label "b" ] edge [ source 0 target 1 ] ]\ngraph'
        ' [ node [ id 2 label "c" ] ]',
        "graph { a -- b } graph G2 { c }",
        "*Network one\n*Vertices 2\n1 a\n2 b\n*Edges\n1 2\n*Network two\n*Vertices 1\n1 c\n",
        '{"graphs": [{"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]},'
        ' {"nodes": [{"id": "c"}], "edges": []}]}',
    )
    for text in texts:
        (tmp_path / "g").write_text(text)
        first, second = read_graphs(tmp_path / "g")
        assert (edges_of(first), nodes_of(second)) == (pairs("a-b"), ["c"]), text
    (tmp_path / "g").write_text("Bw\nA_\n")
    assert [len(one.links) for one in read_graphs(tmp_path / "g")] == [3, 1]


def test_the_preview_says_what_is_found_and_what_is_lost(tmp_path: Path) -> None:
    shown = preview(FILES / "gephi.csv", ("graph",))
    assert (shown.kind, shown.size) == ("graph", "3 nodes, 3 edges, 101 bytes")
    assert shown.rows == (("1", "2"), ("2", "3"), ("3", "1"))
    assert shown.remark == "columns Id, Label and Weight are dropped"
    assert preview(FILES / "latin1.graphml", ("graph",)).rows == (("Jürgen", "b"),)
    (tmp_path / "two.gv").write_text("graph { a -- b } graph { c -- d -- e }")
    assert preview(tmp_path / "two.gv", ("graph",)).size == "2 nodes, 1 edge and 3 nodes, 2 edges, 38 bytes"
    (tmp_path / "big.csv").write_text("source,target,weight\n" + "10001,10002,0.5\n" * 20_000)
    shown = preview(tmp_path / "big.csv", ("graph",))
    assert (shown.size, shown.large) == ("20,001 rows, 3 columns, 0.32 MB", True)
    assert shown.remark == "the column weight is dropped"
    (tmp_path / "xy.csv").write_text("x,y\n0.5,1\n2,3\n")
    with pytest.raises(BadInput, match="is a table of points, not a graph"):
        preview(tmp_path / "xy.csv", ("graph",))


def test_suffixes_tell_what_the_content_does_not(tmp_path: Path) -> None:
    (tmp_path / "a.tgf").write_text("1 Ann\n2 Bob B\n3\n#\n1 2 likes\n2 3\n")
    (found,) = read_graphs(tmp_path / "a.tgf")
    check(found, "Ann-Bob_B Bob_B-3", "", DROPPED.format("edges"), 2)
    (tmp_path / "a.lgl").write_text("# Ann\nBob 1\nCid\n# Bob\nCid\n")
    (found,) = read_graphs(tmp_path / "a.lgl")
    check(found, "Ann-Bob Ann-Cid Bob-Cid", "", "weights are dropped", 0)
    (tmp_path / "a.sif").write_text("A pp B C\nD\nB pd D\n")
    (found,) = read_graphs(tmp_path / "a.sif")
    check(found, "A-B A-C B-D", "", "kinds of edges are dropped", 0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        # what is no graph, as what it is
        ("<!DOCTYPE html>\n<html></html>", "is a web page, not the file that it shows"),
        ("<html><body>x,y</body></html>", "is a web page, not the file that it shows"),
        ("<svg xmlns='x'/>", "is a drawing in SVG"),
        ("<a/>", "its outer element is a"),
        ("x,y,label\n1.0,2.0,spam\n1.5,1.0,ham\n", "is a table of points, not a graph"),
        ("x,y\n1,2\n3,4\n", "is a table of points, not a graph"),
        ("0.5 0.25\n0.75 1\n", "is a table of points, not a graph: row 1, column 1 is '0.5'"),
        ("0,5;1\n1,5;2\n", "is a table of points, not a graph"),
        ("5.1,3.5,1.4,0.2,setosa\n4.9,3,1.4,0.2,setosa\n", "is a table of points"),
        ("6,148,72,35,0,33\n1,85,66,29,0,26\n8,183,64,0,0,23\n", "row 1 has 6 columns; allowed are"),
        ("Id,Label\n1,Ann\n2,Bob\n", "is a table of nodes, not of edges"),
        ("name,age\nann,30\nbob,31\n", "is a table of nodes, not of edges"),
        ("ann,30\nbob,31\n", "one column holds names and the other numbers"),
        (
            'format = 1\ntitle = "x"\n[[beats]]\nsay = """\nwords of a lesson\n"""\nstep = 3\n',
            "is a lesson or a file of settings",
        ),
        ("[lesson]\ntitle = 'x'\n", "is a lesson or a file of settings"),
        ("import networkx as nx\n\ndef f(x):\n    return x\n\nprint(f(3))\n", "is a program, not a graph"),
        (
            "The quick brown fox jumps over the lazy dog.\nIt does so every day.\n",
            "is a text, not a graph: row 2 has 5 words",
        ),
        (
            "Dear Ann,\nthank you for the words, which I read with much pleasure many times over and over"
            " before I slept,\n",
            "is no graph: row 2 holds 14 words",
        ),
        ("a\nb\nc\n", "names no edge: each row holds one name"),
        ('{"a": 1}', "has no list of edges"),
        ('{"cells": [], "nbformat": 4}', "is a notebook"),
        ('{"type": "FeatureCollection", "features": []}', "is no graph but a map"),
        ("[[0.5, 1.5], [2.5, 3.5]]", "is a table of points"),
        ("[1, 2, 3]", "has no list of edges"),
        ("3", "names no edge"),
        ('"3"', "names no edge"),
        ("@relation x\n@attribute a numeric\n", r"is a table of Weka \(ARFF\)"),
        ("CREATE (a:Person)-[:KNOWS]->(b)\n", "is a Cypher script"),
        ("2026-01-01 12:00:00 INFO a\n2026-01-01 12:00:01 INFO b\n", "is a log, not a graph"),
        ("((A:1,B:2):3,C:4);\n", "is a tree in Newick"),
        ("<http://a/x> <http://p> <http://a/y> .\n", "is a file of RDF triples"),
        ("@startuml\nA -> B\n@enduml\n", "is a PlantUML diagram"),
        ("graph TD\n  A-->B\n", "is a Mermaid diagram"),
        ("name: x\nage: 3\n", "one column holds names|row|is"),
        ("A;B\nB;C;D\nC;A\n", "can be read in two ways: the third name in row 2"),
        # faults, by row or entry
        ("a b c\nb c d\na c b\n", "can be read in two ways: the third name in row 1"),
        ("a b\nc d e f\n", "row 2 has 4 columns"),
        ('a,b\n"c,d\n', "row 2 is not a row of a table: a quote is not closed"),
        ("source,target\na,b\na,,c\n", "row 3 has 3 columns"),
        (",a,b\na,0,1\nc,1,0\n", "the rows and the columns of the matrix name other nodes"),
        ("*Vertices 2\n*Edges\n1 3\n", "row 3: '3' is no vertex, there are 1 to 2"),
        ("*Vertices 99999999999\n", "allowed is a whole number up to 100,000"),
        ("p edge 99999999 1\ne 1 2\n", "allowed is a whole number up to 100,000"),
        ("%%MatrixMarket matrix coordinate real general\n3 4 1\n1 1 1\n", "that of a graph is square"),
        ("%%MatrixMarket matrix coordinate real general\n3 3 1\n1 9 1\n", "'9' is no vertex"),
        (">>graph6<<Bwwww\n", "is no graph in graph6"),
        ("graph { a -- ", "is not a DOT file: it ends too early"),
        ("graph { a -- } }", "is not a DOT file"),
        ("graph [ node [ id 0 ", "is not a GML file: a bracket is not closed"),
        ("graph [ node [ label 0 ] ]", "node 0 has no id"),
        ('graph [ node [ id "0 ] ]', "a quote is not closed"),
        (
            '{"nodes": [{"name": "1"}, {"name": "0"}], "links": [{"source": 0, "target": 1}]}',
            "both names of nodes and places in their list; give each node an id",
        ),
        ('{"nodes": [{"id": "a"}], "edges": [{"source": "a"}]}', "edge 0 is None"),
        # entities stay refused
        ('<!DOCTYPE g [<!ENTITY a "b">]><graphml>&a;</graphml>', "declares a document type with entities"),
        (
            '<?xml version="1.0"?><!DOCTYPE g [<!ENTITY % a SYSTEM "x">]><graphml/>',
            "declares a document type with entities",
        ),
        ("<graphml><graph>&undefined;</graph></graphml>", "is not a GraphML file: undefined entity"),
        ("<?xml version='1.0' encoding='utf-7'?><graphml/>", "is in the encoding utf-7"),
        ("<graphml/>", "has no element graph"),
        ("<graphml><graph><node/></graph></graphml>", "node 0 has no id"),
    ],
)
def test_what_is_no_graph_is_refused_as_what_it_is(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "g.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=sentence) as refused:
        read_graphs(path)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 260


def test_encodings_that_a_head_names(tmp_path: Path) -> None:
    text = "<?xml version='1.0' encoding='{}'?><graphml><graph><node id='é'/></graph></graphml>"
    for encoding in ("iso-8859-1", "windows-1252", "utf-16", "utf-8", "koi8-r", "shift_jis"):
        letter = {"koi8-r": "ж", "shift_jis": "日"}.get(encoding, "é")
        (tmp_path / "g").write_bytes(text.format(encoding).replace("é", letter).encode(encoding))
        assert nodes_of(read_graphs(tmp_path / "g")[0]) == [letter], encoding
    (tmp_path / "g").write_bytes(text.format("utf-8").encode("latin-1"))
    with pytest.raises(BadInput, match="row 1 is not text in UTF-8"):
        read_graphs(tmp_path / "g")


def test_two_hundred_thousand_edges_are_read_at_once(tmp_path: Path) -> None:
    lines = [(k, (7 * k + 1) % 60_000) for k in range(200_000)]
    texts = {
        "csv": "source,target,weight\n" + "".join(f"{a},{b},1.5\n" for a, b in lines),
        "txt": "".join(f"{a} {b}\n" for a, b in lines),
        "graphml": "<graphml><graph>"
        + "".join(f"<edge source='{a}' target='{b}'/>\n" for a, b in lines)
        + "</graph></graphml>",
        "json": "[" + ",".join(f"[{a},{b}]" for a, b in lines) + "]",
    }
    for suffix, text in texts.items():
        (tmp_path / f"g.{suffix}").write_text(text)
        (found,) = read_graphs(tmp_path / f"g.{suffix}")
        assert len(found.links) == 200_000
